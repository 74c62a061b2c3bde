"""Runs the programs of Servers.md. Needs receiptkit-testing, fastapi, httpx, Django, gunicorn and uvicorn-worker; tests without their package are skipped."""

import contextlib
import importlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone
from pathlib import Path

from receiptkit_testing import AppStore

PAGE = (Path(__file__).resolve().parents[2] / "Servers.md").read_text()
SHARED, FASTAPI, DJANGO = re.findall(r"```python\n(.*?)```", PAGE, re.S)
ANNE, BEN = "a0000000-0000-4000-8000-000000000001", "b0000000-0000-4000-8000-000000000002"
WSGI = '''
import purchases
from django.conf import settings
from django.urls import path

settings.configure(ROOT_URLCONF="wsgi", ALLOWED_HOSTS=["*"])
import views
from django.core.wsgi import get_wsgi_application

urlpatterns = [path("purchases", views.purchased), path("notifications", views.notified), path("access", views.access)]
application = get_wsgi_application()
# Before gunicorn forks, the verifier has already worked.
purchases.access("nobody")
'''
ASGI = '''
import purchases
from routes import app

purchases.access("nobody")
'''


def has(*modules):
    return unittest.skipUnless(all(importlib.util.find_spec(each) for each in modules), f"{' and '.join(modules)} aren't installed")


class Servers(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = Path(made.name)
        self.store = AppStore()
        ends = datetime.now(timezone.utc) + timedelta(days=20)
        self.bought = self.store.purchase("com.example.monthly", expires=ends, account=ANNE)
        self.refund = self.store.notification(self.store.refund(self.bought), "REFUND")
        shared = SHARED.replace('device="unchecked")', f'device="unchecked", trust_roots={self.store.roots!r}, app_apple_id=6450123456)')
        self.assertNotEqual(shared, SHARED)
        for name, text in [("purchases.py", shared), ("routes.py", FASTAPI), ("views.py", DJANGO), ("wsgi.py", WSGI), ("asgi.py", ASGI)]:
            (self.folder / name).write_text(text)

    def modules(self):
        """Lets the tests import the programs of the folder."""
        sys.path.insert(0, str(self.folder))
        importlib.invalidate_caches()

        def forget():
            sys.path.remove(str(self.folder))
            for name in ["purchases", "routes", "views", "wsgi", "asgi"]:
                sys.modules.pop(name, None)

        self.addCleanup(forget)

    def use(self, ask):
        """Asks a server as the app and as Apple do. ``ask`` takes a path, the account, and a body, and returns status and JSON."""
        status, answer = ask("access", ANNE, None)
        self.assertEqual((status, answer["pro"]["state"], answer["pro"]["reason"]), (200, "denied", "noPurchaseKnown"))
        self.assertEqual(ask("purchases", ANNE, self.bought)[0], 204)
        status, answer = ask("access", ANNE, None)
        self.assertEqual((status, answer["pro"]["state"]), (200, "granted"))
        self.assertIn("endDate", answer["pro"]["entitlement"])
        # Swift writes UUIDs in upper case.
        self.assertEqual(ask("access", ANNE.upper(), None)[1]["pro"]["state"], "granted")
        self.assertEqual(ask("purchases", ANNE.upper(), self.bought)[0], 204)
        self.assertEqual(ask("purchases", BEN, self.bought)[0], 409)
        self.assertEqual(ask("purchases", ANNE, self.store.tampered(self.bought))[0], 422)
        self.assertEqual(ask("notifications", ANNE, self.store.tampered(self.bought))[0], 422)
        for path in ["purchases", "notifications"]:
            self.assertEqual(ask(path, ANNE, b"\xff\xfe")[0], 422)
        self.assertEqual(ask("access", BEN, None)[1]["pro"]["state"], "denied")
        for _ in range(2):
            self.assertEqual(ask("notifications", BEN, self.refund)[0], 200)
        self.assertEqual(ask("access", ANNE, None)[1]["pro"]["reason"], "revoked")

    @has("fastapi", "httpx")
    def test_fastapi(self):
        self.modules()
        from fastapi.testclient import TestClient

        client = TestClient(importlib.import_module("routes").app)

        def ask(path, account, body):
            headers = {"Account": account}
            answer = client.get(path, headers=headers) if body is None else client.post(path, content=body, headers=headers)
            return answer.status_code, answer.json() if body is None else None

        self.use(ask)
        schemas = client.get("/openapi.json").json()["components"]["schemas"]
        self.assertEqual(schemas["DeniedAccess"]["required"], ["state", "reason"])

    @has("django")
    def test_django(self):
        self.modules()
        importlib.import_module("wsgi")
        from django.test import Client

        client = Client()

        def ask(path, account, body):
            headers = {"HTTP_ACCOUNT": account}
            answer = client.get(f"/{path}", **headers) if body is None else client.post(f"/{path}", body, "text/plain", **headers)
            return answer.status_code, answer.json() if body is None else None

        self.use(ask)

    @has("django", "gunicorn")
    def test_gunicorn_with_preload(self):
        with self.gunicorn("--workers=2") as url:
            # Each worker has its own memory, so ask for what needs none.
            for _ in range(8):
                with self.assertRaises(urllib.error.HTTPError) as raised:
                    self.ask(url, "purchases", BEN, self.bought)
                self.assertEqual(raised.exception.code, 409)
                self.assertEqual(raised.exception.read(), b"")
        with self.gunicorn("--workers=1", "--threads=4") as url:
            self.use(self.asking(url))

    @has("fastapi", "gunicorn", "uvicorn_worker")
    def test_uvicorn_workers_with_preload(self):
        with self.gunicorn("--workers=1", "--worker-class=uvicorn_worker.UvicornWorker", application="asgi:app") as url:
            self.use(self.asking(url))

    def asking(self, url):
        def ask(path, account, body):
            try:
                return self.ask(url, path, account, body)
            except urllib.error.HTTPError as error:
                return error.code, None

        return ask

    def ask(self, url, path, account, body):
        data = body.encode() if isinstance(body, str) else body
        request = urllib.request.Request(f"{url}/{path}", data, {"Account": account, "Content-Type": "text/plain"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            contents = answer.read()
        return answer.status, json.loads(contents) if body is None else None

    @contextlib.contextmanager
    def gunicorn(self, *options, application="wsgi:application"):
        """Starts gunicorn with --preload, and yields its address."""
        log = self.folder / "log"
        with open(log, "wb") as file:
            words = [sys.executable, "-m", "gunicorn", "--preload", "--bind=127.0.0.1:0", *options, application]
            server = subprocess.Popen(words, cwd=self.folder, stderr=file)
        try:
            while server.poll() is None:
                if address := re.search(rb"Listening at: (\S+)", log.read_bytes()):
                    break
                time.sleep(0.05)
            else:
                self.fail(log.read_text())
            yield address[1].decode()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    unittest.main()
