"""Unpacks an archive into a folder and prints what it holds, as JSON. Arguments: archive, folder."""

import json
import sys
import tarfile
import zipfile

archive, folder = sys.argv[1:]
if archive.endswith(".zip"):
    with zipfile.ZipFile(archive) as opened:
        entries = [{"name": entry.filename, "mode": None, "owner": None} for entry in opened.infolist()]
        # Reads every byte, and checks it against the sum that the archive has of it.
        damaged = opened.testzip()
        if damaged is not None:
            sys.exit(f"{damaged} is damaged")
        opened.extractall(folder)
else:
    with tarfile.open(archive) as opened:
        entries = [
            {"name": entry.name, "mode": entry.mode, "owner": [entry.uid, entry.gid, entry.uname, entry.gname]}
            for entry in opened.getmembers()
        ]
        opened.extractall(folder)
print(json.dumps(entries))
