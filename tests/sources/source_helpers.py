"""A local server that answers as OpenML, UCI, NLTK and package indexes do, and a toy dataset."""

import gzip
import hashlib
import http.server
import io
import json
import os
import subprocess
import sys
import tarfile
import threading
import zipfile

from weightboost.catalogue import Dataset

# One column of every kind; a nominal one whose labels look like numbers; missing cells; numbers
# that are spelled oddly; a label that ARFF must quote.
TOY = b"1,1.50,red,01,1\n2,?,dark blue,2,2\n3,3e0,?,10,1\n4,-.25,red,2,2\n"
TOY_TABLE = b"size,colour,code,class\n1.5,red,01,1\n,dark blue,2,2\n3,,10,1\n-0.25,red,2,2\n"
TOY_ARFF = b"""% made up
@RELATION toy

@ATTRIBUTE size REAL
@attribute 'colour' {rot,'dark \\'n blue'}
@attribute code {01, 2, 10}
@attribute Class {good, 'not good'}
@DATA
1.5,rot,01,good
?,'dark \\'n blue',2,'not good'
3.0,?,10,good
-0.25,rot,2,'not good'
"""
TOY_TAB = b"a header\n" + TOY.replace(b",", b"\t")


def sha256(content):
    return hashlib.sha256(content).hexdigest()


# Archives without the time of day in them: they are parameters of tests, whose names must be the
# same in every process of a parallel run.
def tgz(members):
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as file,
        tarfile.open(fileobj=file, mode="w") as archive,
    ):
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def zipped(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return buffer.getvalue()


TOY_SDIST = tgz({"toy-1.0/setup.py": b"raise SystemExit('never run')", "toy-1.0/toy.tab": TOY_TAB})


def toy_entry(**changes):
    entry = {
        "sources": {
            "openml": {
                "id": 61,
                "labels": {
                    "colour": {"rot": "red", "dark 'n blue": "dark blue"},
                    "class": {"good": "1", "not good": "2"},
                },
            },
            "uci": {"path": "toy/toy.data"},
            "registry": {
                "package": "toy==1.0",
                "archive": "toy-1.0.tar.gz",
                "sha256": sha256(TOY_SDIST),
                "member": "toy.tab",
                "restore": [{"drop_lines": 1}, {"replace": ["\t", ","]}],
            },
        },
        "file": {"name": "toy.data", "sha256": sha256(TOY)},
        "columns": {
            "id": "identifier",
            "size": "continuous",
            "colour": "nominal",
            "code": "nominal",
            "class": "target",
        },
        "target": {"positive": ["1"], "negative": ["2"]},
        "content_sha256": sha256(TOY_TABLE),
    }
    entry |= changes
    return {key: value for key, value in entry.items() if value is not None}


def toy(**changes):
    return Dataset.from_entry("toy", toy_entry(**changes))


def openml_description(server, number, arff, target="Class", md5=None, extra=""):
    """The XML that OpenML answers to data/<id>, with what the openml package reads of it."""
    return f"""<oml:data_set_description xmlns:oml="http://openml.org/openml">
  <oml:id>{number}</oml:id><oml:name>toy</oml:name><oml:version>1</oml:version>
  <oml:description>made up</oml:description><oml:format>ARFF</oml:format>
  <oml:licence>Public</oml:licence>
  <oml:url>{server.url}/data/v1/download/{number}/toy.arff</oml:url>
  <oml:parquet_url>{server.url}/parquet/{number}</oml:parquet_url>
  <oml:file_id>{number}</oml:file_id>
  <oml:default_target_attribute>{target}</oml:default_target_attribute>{extra}
  <oml:visibility>public</oml:visibility><oml:status>active</oml:status>
  <oml:md5_checksum>{md5 or hashlib.md5(arff).hexdigest()}</oml:md5_checksum>
</oml:data_set_description>""".encode()


def openml_error(code, message):
    return f"""<oml:error xmlns:oml="http://openml.org/openml">
  <oml:code>{code}</oml:code><oml:message>{message}</oml:message></oml:error>""".encode()


class QuietServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Say nothing of clients that hang up, as those of these tests do."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class Server:
    """HTTP on 127.0.0.1; `answers` maps a path to bytes, (status, bytes) or a function."""

    def __init__(self):
        self.answers, self.requests = {}, []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.requests.append(self.path)
                answer = outer.answers.get(self.path.partition("?")[0], (404, b"no such page"))
                if callable(answer):
                    return answer(self)
                status, body = answer if isinstance(answer, tuple) else (200, answer)
                self.reply(status, body)

            def do_HEAD(self):
                outer.requests.append(self.path)
                self.reply(200, b"")

            def reply(self, status, body, length=None):
                self.send_response(status)
                self.send_header("Content-Type", "text/html" if b"<" in body[:1] else "text/plain")
                self.send_header("Content-Length", str(len(body) if length is None else length))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        self._http = QuietServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True).start()

    def close(self):
        self._http.shutdown()
        self._http.server_close()

    def serve_openml(self, number, arff, **description):
        self.answers[f"/api/v1/xml/data/{number}"] = openml_description(
            self, number, arff, **description
        )
        self.answers[f"/data/v1/download/{number}/toy.arff"] = arff

    def serve_package(self, name, filename, content):
        """A PEP 503 index with one package of one file."""
        self.answers[f"/simple/{name}/"] = f'<a href="/files/{filename}">{filename}</a>'.encode()
        self.answers[f"/files/{filename}"] = content

    def serve_npm(self, name, version, filename, content):
        """An npm registry with one package of one version."""
        about = {
            "name": name,
            "dist-tags": {"latest": version},
            "versions": {
                version: {
                    "name": name,
                    "version": version,
                    "dist": {
                        "tarball": f"{self.url}/{name}/-/{filename}",
                        "shasum": hashlib.sha1(content).hexdigest(),
                    },
                }
            },
        }
        self.answers[f"/{name}"] = json.dumps(about).encode()
        self.answers[f"/{name}/-/{filename}"] = content

    def serve_toy(self):
        self.serve_openml(61, TOY_ARFF)
        self.answers["/uci/toy/toy.data"] = TOY
        self.serve_package("toy", "toy-1.0.tar.gz", TOY_SDIST)


class Command:
    """`python -m weightboost.stages fetch` as a rule of the workflow calls it."""

    def __init__(self, folder, settings):
        self.folder, self.settings = folder, settings
        self.table, self.provenance = folder / "raw/toy.csv", folder / "raw/toy.provenance.json"
        self.log = folder / "logs/toy.log"

    def start(self, entry, name="", **environment):
        # Popen, for the tests that kill it or start it twice.
        table, provenance, log = (
            path.with_name(name + path.name) for path in (self.table, self.provenance, self.log)
        )
        return subprocess.Popen(
            [
                *(sys.executable, "-m", "weightboost.stages", "fetch", "--log", log),
                *("--dataset", "toy", "--entry-settings", json.dumps(entry)),
                *("--table", table, "--provenance", provenance),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "WEIGHTBOOST_DOWNLOAD": json.dumps(self.settings), **environment},
        )

    def run(self, entry, **environment):
        process = self.start(entry, **environment)
        process.out, process.err = process.communicate(timeout=60)
        return process

    def fails(self, entry, **environment):
        """Run, expecting one line on standard error; return it without its start."""
        done = self.run(entry, **environment)
        assert done.returncode == 1
        assert done.out == ""
        assert done.err.count("\n") == 1, done.err
        assert done.err.startswith("weightboost: ")
        return done.err.removeprefix("weightboost: ").rstrip("\n")
