"""A standalone cluster of Spark on this machine: a master and workers with one core each."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HOST = "127.0.0.1"
MISSING = None if shutil.which("java") else "there is no java"
try:
    import pyspark
except ImportError:
    MISSING = "there is no pyspark"


def free_port():
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        return taken.getsockname()[1]


class Cluster:
    """Worker ``n`` is the leader of a process group, to which its executors belong."""

    def __init__(self, folder, workers):
        self.home = pathlib.Path(pyspark.__file__).parent
        self.folder, self.address = folder, f"spark://{HOST}:{free_port()}"
        port = self.address.rsplit(":", 1)[1]
        self.master = self.start("master.Master", "--host", HOST, "--port", port)
        self.workers = [
            self.start("worker.Worker", "--host", HOST, "--cores", "1", "--memory", "1g", self.address)
            for _ in range(workers)
        ]

    def start(self, name, *arguments):
        folder = tempfile.mkdtemp(dir=self.folder)
        environment = {
            **os.environ,
            "SPARK_HOME": str(self.home),
            "SPARK_LOCAL_IP": HOST,
            "SPARK_WORKER_DIR": folder,
        }
        command = [self.home / "bin/spark-class", f"org.apache.spark.deploy.{name}"]
        with open(pathlib.Path(folder) / "log", "w") as log:
            return subprocess.Popen(
                [*command, "--webui-port", str(free_port()), *arguments],
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def session(self):
        """A session whose executors are there already."""
        from pyspark.sql import SparkSession

        python = sys.executable
        os.environ.update(PYSPARK_PYTHON=python, PYSPARK_DRIVER_PYTHON=python, SPARK_LOCAL_IP=HOST)
        if SparkSession.getActiveSession():
            raise RuntimeError("a session of another cluster is open")
        builder = SparkSession.builder.master(self.address)
        for key, value in {
            "spark.driver.host": HOST,
            "spark.driver.bindAddress": HOST,
            "spark.executor.memory": "600m",
            "spark.executor.cores": "1",
            "spark.ui.enabled": "false",
            "spark.log.level": "ERROR",
            "spark.scheduler.minRegisteredResourcesRatio": "1",
        }.items():
            builder = builder.config(key, value)
        session = builder.getOrCreate()
        deadline = time.monotonic() + 60
        while executors(session) < len(self.workers):
            if time.monotonic() > deadline:
                raise TimeoutError("the workers have started no executors within a minute")
            time.sleep(0.2)
        return session

    def kill(self, worker):
        """Kills a worker and its executors, as a power cut would."""
        os.killpg(self.workers[worker].pid, signal.SIGKILL)
        self.workers[worker].wait()

    def stop(self):
        for process in [*self.workers, self.master]:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def executors(session):
    """How many executors there are; the driver is listed as one more."""
    return session.sparkContext._jsc.sc().getExecutorMemoryStatus().size() - 1


@contextlib.contextmanager
def cluster(workers):
    with tempfile.TemporaryDirectory() as folder:
        started = Cluster(folder, workers)
        try:
            session = started.session()
            try:
                yield started, session
            finally:
                session.stop()
        finally:
            started.stop()
