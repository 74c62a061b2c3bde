"""Verifies an archive of App Store receipts with Spark: every line through `receipt verify --batch`, and a count of the verdicts.

The lines are JSON objects with a `receipt` (base64) and an `id` of yours, in text files of a folder. The identifiers come back
with the verdicts, so these can be joined with the archive.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from typing import NamedTuple

from pyspark.sql import SparkSession


class Verdict(NamedTuple):
    """What was found about one receipt."""

    id: str | None
    verdict: str
    code: str | None

    @classmethod
    def parse(cls, line: str) -> Verdict:
        # Numbers stay as they are written: some identifiers are beyond what a float can hold.
        answer = json.loads(line, parse_int=str, parse_float=str)
        return cls(
            id=answer.get("id"),
            verdict=answer["verdict"],
            code=answer.get("error", {}).get("code"),
        )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive", help="folder or pattern of text files, one receipt a line")
    parser.add_argument("verdicts", help="folder to write the verdicts to, as JSON lines; must not exist")
    parser.add_argument("--receipt", default="receipt", help="the command, as the workers find it")
    parser.add_argument("--partitions", type=int, required=True, help="how many processes share the archive")
    parser.add_argument("policy", nargs="+", help="options for receipt verify, behind --: --bundle-id and so on")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    # One process for each partition, and one thread in it: Spark already runs as many partitions at once as there are cores.
    command = [options.receipt, "verify", "--batch", "--jobs", "1", "--verdict-only", *options.policy]

    spark = SparkSession.builder.appName("receipt-verify").getOrCreate()
    lines = spark.sparkContext.textFile(options.archive).repartition(options.partitions)
    # checkCode: a process that fails must not look like an empty partition.
    answers = lines.pipe(shlex.join(command), checkCode=True)
    verdicts = spark.createDataFrame(answers.map(Verdict.parse), "id string, verdict string, code string")
    verdicts.write.json(options.verdicts)

    written = spark.read.schema(verdicts.schema).json(options.verdicts)
    asked, answered = lines.count(), written.count()
    for row in written.groupBy("verdict", "code").count().orderBy("verdict", "code").collect():
        print(f"{row['count']:>10}  {row['verdict']:<10}  {row['code'] or ''}".rstrip())
    print(f"{answered:>10}  of {asked} lines answered")
    spark.stop()
    if answered != asked:
        sys.exit("lines were lost")


if __name__ == "__main__":
    main()
