"""Backups to a second folder (a USB stick): made by a process of their own, verified, and restored by one command.

In the chosen folder lies ``pinju-backup/``: one file for each backup (database, secrets, list of media) and ``files/``
with the media, each once under its digest. The modules but ``running`` know nothing of Django, so that a restore
needs no settings, and a broken stick can stop nothing but that process.
"""
