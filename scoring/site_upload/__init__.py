"""Uploading the public pages of an event, as files, to a web server of somebody else: by SFTP or into an S3 bucket."""
