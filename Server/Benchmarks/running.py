"""Starts a receipt-server for a benchmark, and contains its clients' requests."""
import os, pathlib, re, resource, socket, subprocess, sys, time

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parent.parent / "Fixtures"
HEALTH = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n"


def bin_folder():
    if "BIN" in os.environ:
        return pathlib.Path(os.environ["BIN"])
    command = ["swift", "build", "-c", "release", "--package-path", HERE.parent, "--show-bin-path"]
    return pathlib.Path(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())


BIN = bin_folder()


def all_descriptors():
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)


class Server:
    def __init__(self, work, *options, open_files=None):
        self.log = open(work / "log", "w+")
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))) if open_files else None
        self.process = subprocess.Popen(
            [BIN / "receipt-server", "--bundle-id", "com.example.app", "--trust-root", FIXTURES / "root.cer", "--port", "0", *options],
            stderr=self.log, cwd=work, preexec_fn=limit)
        while not (found := re.search(r"port=(\d+)", self.text())):
            if self.process.poll() is not None:
                sys.exit(f"the server did not start: {self.text()}")
            time.sleep(0.02)
        self.port = int(found[1])

    def text(self):
        return pathlib.Path(self.log.name).read_text()

    def status(self, name):
        return int(re.search(rf"{name}:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1])

    def ticks(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def connect(self, buffer=None):
        connection = socket.socket()
        if buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.settimeout(60)
        connection.connect(("127.0.0.1", self.port))
        return connection

    def ask(self, request):
        """Returns the first bytes of the response on a new connection, and how many milliseconds they took."""
        start = time.monotonic()
        try:
            with self.connect() as connection:
                connection.sendall(request)
                answer = connection.recv(65_536)
        except OSError as error:
            answer = str(error).encode()
        return answer, (time.monotonic() - start) * 1_000

    def stop(self):
        self.process.terminate()
        self.process.wait()


def post(path, body):
    return f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
