"""Backups to a second folder (a USB stick): made by a separate process, verified, and restored by one command.

The chosen folder gets ``pinju-backup/``: one file per backup (database, secrets, list of media) and ``files/`` with the
media, each stored once under its digest. Apart from ``running``, ``updates`` and ``models`` the modules do not use
Django: a restore needs no settings, and a broken stick can block only the backup process.
"""
