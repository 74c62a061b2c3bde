"""Verifies an archive of receipts and JWS with Spark: sends each line through `receipt verify --batch` and writes two tables.

DESTINATION/verdicts has a row for each line of the archive, DESTINATION/purchases a row for each verified purchase. Both name
the file, the line and the id. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import atexit
import datetime
import hashlib
import json
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse
from functools import lru_cache
from itertools import islice

# MARK: The members of the answers that become columns

# The JSON of `receipt verify`, by name. All elements of a list have the same shape.
RECEIPT_PURCHASE = {
    "productID": "string", "transactionID": "string", "originalTransactionID": "string", "webOrderLineItemID": "string",
    "productAppID": "string", "productType": "string", "ownershipType": "string", "purchasedQuantity": "bigint",
    "purchaseDate": "timestamp", "originalPurchaseDate": "timestamp", "expirationDate": "timestamp",
    "cancellationDate": "timestamp", "cancellationReason": "bigint", "isTrialPeriod": "boolean",
    "isInIntroOfferPeriod": "boolean", "promotionalOfferID": "string",
}
DESCRIPTORS = {"description": "string", "displayName": "string"}
TRANSACTION = {
    "transactionID": "string", "originalTransactionID": "string", "webOrderLineItemID": "string", "bundleID": "string",
    "productID": "string", "subscriptionGroupID": "string", "purchaseDate": "timestamp", "originalPurchaseDate": "timestamp",
    "expirationDate": "timestamp", "purchasedQuantity": "bigint", "productType": "string", "ownershipType": "string",
    "appAccountToken": "string", "isUpgraded": "boolean", "signedDate": "timestamp", "revocationDate": "timestamp",
    "revocationReason": "bigint", "revocationType": "string", "revocationPercentage": "bigint", "environment": "string",
    "reason": "string", "storefrontCountryCode": "string", "storefrontID": "string", "currency": "string", "price": "string",
    "appTransactionID": "string",
    "offer": {"type": "bigint", "id": "string", "paymentMode": "string", "period": "string"},
    "additionalTransactionReason": "string", "billingPlanType": "string", "previousOriginalTransactionID": "string",
    "commitmentInfo": {
        "billingPeriodNumber": "bigint", "totalBillingPeriods": "bigint", "price": "string", "expirationDate": "timestamp",
    },
    "multiSeatInfo": {
        "invitationManagement": "string", "priceTiers": [{"quantity": "bigint", "price": "string"}], "revokedSeatQuantity": "bigint",
    },
    "advancedCommerceInfo": {
        "descriptors": DESCRIPTORS, "estimatedTax": "string", "period": "string", "requestReferenceID": "string", "taxCode": "string",
        "taxExclusivePrice": "string", "taxRate": "string",
        "items": [{
            "sku": "string", **DESCRIPTORS, "price": "string", "revocationDate": "timestamp",
            "offer": {"period": "string", "periodCount": "bigint", "price": "string", "reason": "string"},
            "refunds": [{"refundAmount": "string", "refundDate": "timestamp", "refundType": "string", "refundReason": "string"}],
        }],
    },
}
TRANSACTION_RECEIPT = {
    "transactionID": "string", "originalTransactionID": "string", "webOrderLineItemID": "string", "bundleID": "string",
    "productID": "string", "productAppID": "string", "subscriptionGroupID": "string", "purchasedQuantity": "bigint",
    "purchaseDate": "timestamp", "originalPurchaseDate": "timestamp", "expirationDate": "timestamp",
    "isTrialPeriod": "boolean", "isInIntroOfferPeriod": "boolean", "ownershipType": "string",
}
SUBJECT = {"bundleID": "string", "environment": "string"}
EVIDENCE = {
    "kind": "string",
    "receipt": {**SUBJECT, "creationDate": "timestamp", "purchases": [RECEIPT_PURCHASE]},
    "transaction": TRANSACTION,
    "transactionReceipt": TRANSACTION_RECEIPT,
    "contentDigest": "string",
}
ANSWER = {
    "verdict": "string", "error": {"code": "string", "message": "string"}, **EVIDENCE, **SUBJECT,
    # The elements of a list from Apple.
    "evidence": [EVIDENCE],
}
OF_RECEIPTS = ("verdict", "error", "kind", "bundleID", "environment", "contentDigest", "receipt")
# The members of a purchase, whatever its evidence.
PURCHASE = {**TRANSACTION_RECEIPT, **RECEIPT_PURCHASE, **TRANSACTION, "price": "decimal(22,3)"}
# The columns from an answer. `item` is the index in a list from Apple, `place` the index in a receipt.
VERDICT = {
    "verdict": "string", "code": "string", "message": "string", "kind": "string", "bundleID": "string", "environment": "string",
    "creationDate": "timestamp", "contentDigest": "string",
}
BOUGHT = {"item": "bigint", "place": "bigint", "kind": "string", **PURCHASE}
# A line is identified by its file, the byte at which Spark began to read the file, and the row after that byte. In a Parquet file rows
# are counted from the start of the file. The id is JSON, so 960 and "960" differ.
STAGED = {"file": "string", "start": "bigint", "row": "bigint", "id": "string", **VERDICT, "purchases": [BOUGHT]}


def ddl(shape):
    """Converts a shape to Spark's notation for types."""
    if isinstance(shape, dict):
        return "struct<" + ",".join(f"{name}:{ddl(inner)}" for name, inner in shape.items()) + ">"
    return f"array<{ddl(shape[0])}>" if isinstance(shape, list) else shape


def arrow(shape):
    """Converts a shape to an Arrow type."""
    import pyarrow as pa

    if isinstance(shape, dict):
        return pa.struct([(name, arrow(inner)) for name, inner in shape.items()])
    if isinstance(shape, list):
        return pa.list_(arrow(shape[0]))
    return {
        "string": pa.string(), "bigint": pa.int64(), "boolean": pa.bool_(), "timestamp": pa.timestamp("us", "UTC"),
        "decimal(22,3)": pa.decimal128(22, 3),
    }[shape]


# MARK: On the workers, one process for each partition


class Failed(Exception):
    """An error that the user can fix, in one line."""


class Tool:
    """A process of `receipt verify --batch`. A thread writes to it while the caller reads, so that full pipes can't block both."""

    ID = re.compile(rb'\{"line":\d+,"id":("(?:[^"\\]|\\.)*"|[^,]*),')

    def __init__(self, command, batches):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, bufsize=1 << 20)
        self.asked = queue.Queue(maxsize=3)
        self.writer = threading.Thread(target=self.write, args=(batches,), daemon=True)
        self.writer.start()

    def write(self, batches):
        """Writes batches and queues each, then None, or the error that ended reading."""
        end = None
        try:
            # Send an empty line first: the first line of a process may begin with a byte order mark, and no line of the archive may.
            self.process.stdin.write(b"\n")
            for batch in batches:
                if batch.num_rows == 0:
                    continue
                self.asked.put(batch)
                self.process.stdin.write(lines(batch.column("line")))
                self.process.stdin.flush()
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # The process died. The reader of its answers reports that.
        except BaseException as error:
            end = error
        self.asked.put(end)

    def answers(self):
        """Yields each batch with its answers, one per line."""
        self.read(1, first=1)
        line = 2
        while (batch := self.asked.get()) is not None:
            if isinstance(batch, BaseException):
                raise batch
            yield batch, self.read(batch.num_rows, first=line)
            line += batch.num_rows
        if self.process.stdout.read(1):
            raise self.failure("there are more answers than lines")
        if self.process.wait() != 0:
            raise self.failure("all was answered")

    def read(self, count, first):
        found = list(islice(self.process.stdout, count))
        if len(found) < count:
            raise self.failure("answers are missing")
        # Answers are in the order of the lines, so checking the first and the last is enough.
        for number, answer in ((first, found[0]), (first + count - 1, found[-1])):
            if not answer.startswith(b'{"line":%d,' % number):
                raise Failed(f"receipt answered line {number} with {answer[:80]!r}")
        return found

    def failure(self, what):
        status = self.process.wait()
        self.errors.seek(0)
        said = self.errors.read(2_000).decode(errors="replace").strip().replace("\n", " ")
        return Failed(f"receipt ended with status {status}, {what}: {said or 'it said nothing'}")

    def end(self):
        """Ends the process and the thread in any case: Spark reuses this worker for other tasks."""
        self.process.kill()
        while self.writer.is_alive():
            try:
                self.asked.get(timeout=0.05)
            except queue.Empty:
                pass
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


def lines(column):
    """Returns the bytes of a binary column without copying. Each value ends with a line break, so together they are the input."""
    _, ends, values = column.buffers()
    width = "q" if str(column.type).startswith("large") else "i"
    ends = memoryview(ends).cast(width)
    return memoryview(values)[ends[column.offset] : ends[column.offset + len(column)]]


def verify(batches, command, certificates, keep_answers):
    """Turns batches of lines into batches of answers."""
    import pyarrow as pa
    from pyspark import SparkFiles, TaskContext

    command = [SparkFiles.get(command[0]), *command[1:], "--jobs", str(TaskContext.get().cpus())]
    command = [SparkFiles.get(word) if word in certificates else word for word in command]
    everything = pa.schema([(name, arrow(shape)) for name, shape in ANSWER.items()])
    # Spark names files by URL.
    names = lru_cache(maxsize=10_000)(urllib.parse.unquote)
    before, row = None, 0
    tool = Tool(command, batches)
    try:
        for batch, found in tool.answers():
            files, starts = [names(file) for file in batch.column("file").to_pylist()], batch.column("start").to_pylist()
            rows, ids = batch.column("row").to_pylist(), batch.column("id").to_pylist()
            for i, (part, answer) in enumerate(zip(zip(files, starts), found)):
                row = row + 1 if part == before else 0
                before = part
                if rows[i] is None:
                    rows[i] = row
                if ids[i] is None and (match := Tool.ID.match(answer)):
                    ids[i] = match[1].decode()
            table = parsed(b"".join(found), everything)
            columns = {
                "file": pa.array(files, pa.string()), "start": pa.array(starts, pa.int64()), "row": pa.array(rows, pa.int64()),
                "id": pa.array(ids, pa.string()), **kept(table.combine_chunks().to_batches()[0]),
            }
            if keep_answers:
                columns["answer"] = pa.array([answer.rstrip(b"\n").decode() for answer in found], pa.string())
            yield pa.RecordBatch.from_pydict(columns)
    finally:
        tool.end()


def parsed(text, everything):
    """Answers as a table. If all belong to receipts, as in most archives, only their members are read, in half the time."""
    import pyarrow as pa
    import pyarrow.json

    # Inside a JSON string, quotation marks are escaped, so these matches are always members.
    receipts = text.count(b'"kind":"appReceipt"') == text.count(b'"kind":"')
    types = pa.schema([field for field in everything if not receipts or field.name in OF_RECEIPTS])
    parsing = pyarrow.json.ParseOptions(explicit_schema=types, unexpected_field_behavior="ignore")
    reading = pyarrow.json.ReadOptions(use_threads=False, block_size=len(text) + 1)
    table = pyarrow.json.read_json(pa.BufferReader(text), reading, parsing)
    for field in everything:
        if field.name not in types.names:
            table = table.append_column(field, pa.nulls(len(table), field.type))
    return table


def kept(answers):
    """Returns the columns of the verdicts, and the purchases of each line as a list."""
    import pyarrow.compute as pc

    nested = {"code": "error", "message": "error", "creationDate": "receipt"}
    return {
        name: pc.struct_field(answers.column(nested[name]), name) if name in nested else answers.column(name) for name in VERDICT
    } | {"purchases": purchases(answers)}


def purchases(answers):
    """Returns the purchases, one list per answer, whatever the kind of evidence."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    rows = np.arange(len(answers))
    found = [*bought(answers, rows, 0 * rows)]
    lists = answers.column("evidence")
    if lists.null_count < len(lists):
        each = pc.list_flatten(lists)
        items, parents = within(lists)
        found += bought(pa.RecordBatch.from_struct_array(each), parents, items)
    all = pa.Table.from_batches([part for _, part in found]).combine_chunks()
    owners = np.concatenate([rows for rows, _ in found])
    if len(found) > 1:
        order = np.lexsort((all.column("place"), all.column("item"), owners))
        all, owners = all.take(pa.array(order)).combine_chunks(), owners[order]
    ends = np.searchsorted(owners, np.arange(len(answers) + 1)).astype("int32")
    return pa.ListArray.from_arrays(pa.array(ends), all.to_struct_array().combine_chunks())


def bought(evidence, rows, items):
    """Returns the purchases of each kind of evidence, and the rows to which they belong."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind, receipt = evidence.column("kind"), evidence.column("receipt")
    lists = pc.struct_field(receipt, "purchases")
    places, parents = within(lists)
    subject = {name: pc.struct_field(receipt, name).take(pa.array(parents)) for name in SUBJECT}
    each = pa.RecordBatch.from_struct_array(pc.list_flatten(lists))
    yield rows[parents], columns(each, items[parents], places, kind.take(pa.array(parents)), subject)
    for name in ("transaction", "transactionReceipt"):
        there = evidence.column(name).is_valid()
        if there.true_count:
            each = pa.RecordBatch.from_struct_array(evidence.column(name).filter(there))
            mine = there.to_numpy(zero_copy_only=False)
            yield rows[mine], columns(each, items[mine], 0 * items[mine], kind.filter(there), {})


def within(lists):
    """Returns, for each element of the lists, its index in its list, and the index of that list."""
    import numpy as np
    import pyarrow.compute as pc

    parents = pc.list_parent_indices(lists).to_numpy()
    return np.arange(len(parents)) - np.searchsorted(parents, parents), parents


def columns(purchases, items, places, kind, subject):
    """Returns purchases of one kind with the columns of all kinds."""
    import pyarrow as pa

    said = dict(zip(purchases.schema.names, purchases.columns)) | subject | {"item": items, "place": places, "kind": kind}
    types = {name: arrow(shape) for name, shape in BOUGHT.items()}
    found = [pa.nulls(len(kind), type) if name not in said else pa.array(said[name]).cast(type) for name, type in types.items()]
    return pa.RecordBatch.from_arrays(found, schema=pa.schema(list(types.items())))


# MARK: On the driver, the input


def archive(spark, options):
    """The lines of the archive, each with its place. They are bytes: a line that isn't UTF-8 reaches `receipt` unchanged."""
    from pyspark.sql import functions as F

    # Without this option Spark ignores nested folders.
    reader = spark.read.option("recursiveFileLookup", "true")
    nothing = F.lit(None)
    file, start = F.col("_metadata.file_path").alias("file"), F.col("_metadata.file_block_start").alias("start")
    if options.format == "parquet":
        frame = reader.parquet(*options.archive)
        for name in filter(None, [options.column, options.id_column]):
            if name not in frame.columns:
                raise Failed(f"there is no column {name}; there are {', '.join(frame.columns)}")
        value, kind = quoted(options.column), dict(frame.dtypes)[options.column]
        if kind not in ("string", "binary"):
            raise Failed(f"the column {options.column} is of type {kind}, expected string or binary")
        content = value.cast("binary")
        if kind == "binary":
            # A receipt in DER. No text begins with these two bytes.
            der = (F.hex(F.substring(value, 1, 1)) == "30") & (F.hex(F.substring(value, 2, 1)) >= "80")
            content = F.when(der, F.base64(value).cast("binary")).otherwise(content)
        # Each value becomes one line. Replacing line breaks is safe, because all white space has the same meaning.
        text = F.translate(content.cast("string"), "\n", "\r").cast("binary")
        content = F.when(F.locate("\n", content.cast("string")) > 0, text).otherwise(content)
        row, start = F.col("_metadata.row_index"), F.lit(0).cast("bigint").alias("start")
        identifier = F.to_json(quoted(options.id_column).cast("variant")) if options.id_column else nothing
    else:
        frame = reader.text(options.archive, lineSep="\n")
        content, row, identifier = F.col("value").cast("binary"), nothing, nothing
        if options.column:
            # A line that isn't JSON or lacks the member goes to `receipt` unchanged, which says what is wrong.
            whole = F.try_parse_json(F.col("value"))
            member = F.to_json(F.try_variant_get(whole, path(options.column), "variant"))
            named = F.concat(F.lit('{"evidence":'), member, F.lit("}")).cast("binary")
            content = F.coalesce(named, content)
            if options.id_column:
                identifier = F.to_json(F.try_variant_get(whole, path(options.id_column), "variant"))
    line = F.concat(F.coalesce(content, F.lit(b"")), F.lit(b"\n")).alias("line")
    return frame.select(line, file, start, row.cast("bigint").alias("row"), identifier.cast("string").alias("id"))


def quoted(name):
    from pyspark.sql import functions as F

    return F.col("`" + name.replace("`", "``") + "`")


def path(name):
    """Returns the path of a member with any name."""
    quote = '"' if "'" in name else "'"
    if quote in name:
        raise Failed(f"the name {name} has quotes of both kinds")
    return f"$[{quote}{name}{quote}]"


def steps(spark, options):
    """Returns the files, ordered by name and divided into steps. An interrupted run keeps its finished steps."""
    listing = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(options.archive)
    listing = listing.select("_metadata.file_path", "_metadata.file_size", "_metadata.file_modification_time")
    found, names, size = [], [], 0
    for name, length, changed in sorted(map(tuple, listing.collect())):
        names.append((name, length, str(changed)))
        size += length
        if size >= options.step_size << 20:
            found.append(step(names))
            names, size = [], 0
    return found + [step(names)] if names else found


def step(names):
    return {"first": names[0][0], "last": names[-1][0], "files": hashlib.sha256(json.dumps(names).encode()).hexdigest()}


# MARK: The output


def lines_of(staged):
    """Returns the staged answers with each line's number in its file. Spark counts rows from the byte where it began to read."""
    from pyspark.sql import functions as F
    from pyspark.sql.window import Window

    parts = staged.groupBy("file", "start").agg((F.max("row") + 1).alias("rows"))
    above = Window.partitionBy("file").orderBy("start").rowsBetween(Window.unboundedPreceding, -1)
    parts = parts.withColumn("above", F.coalesce(F.sum("rows").over(above), F.lit(0)))
    # Files that were read in one part need no correction. There may be millions of them.
    parts = parts.where("above > 0").select("file", "start", "above")
    numbered = staged.join(F.broadcast(parts), ["file", "start"], "left")
    return numbered.withColumn("line", F.coalesce("above", F.lit(0)) + F.col("row") + 1).drop("above", "row", "start")


# MARK: The run


class Folder:
    """The folder of the tables, on any storage that Spark can write to."""

    def __init__(self, spark, name):
        self.jvm = spark._jvm
        self.path = self.jvm.org.apache.hadoop.fs.Path(name)
        self.files = self.path.getFileSystem(spark._jsc.hadoopConfiguration())
        self.name = self.path.toString()

    def at(self, name):
        return self.jvm.org.apache.hadoop.fs.Path(self.path, name)

    def has(self, name):
        return self.files.exists(self.at(name))

    def remove(self, name):
        self.files.delete(self.at(name), True)

    def contains(self, other):
        """Returns whether the other folder is inside this one, according to their names."""
        mine, theirs = (folder.files.makeQualified(folder.path).toString() for folder in (self, other))
        return f"{theirs}/".startswith(f"{mine.rstrip('/')}/")

    def read(self, name):
        stream = self.files.open(self.at(name))
        try:
            return json.loads(bytes(stream.readAllBytes()))
        finally:
            stream.close()

    def write(self, name, value):
        stream = self.files.create(self.at(name), True)
        try:
            stream.write(bytearray(json.dumps(value, indent=1).encode()))
        finally:
            stream.close()


# Spark ignores names that begin with an underscore.
STAGING, DONE = "_staging", "_SUCCESS"


def run(spark, options):
    """Verifies the steps that are left, then writes both tables. `_SUCCESS` comes last."""
    folder = Folder(spark, options.destination)
    asked = archive(spark, options)
    plan = planned(spark, options, folder)
    command, certificates = shipped(spark, options, plan)
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    # The number of lines in a block. Keep it small, because a receipt may have 100 KB.
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")

    shape = {**STAGED, **({"answer": "string"} if options.answers else {})}
    schema = ", ".join(f"`{name}` {ddl(inner)}" for name, inner in shape.items())
    staged = [f"{STAGING}/step-{number}" for number in range(len(plan["steps"]))]
    for part, name in zip(plan["steps"], staged):
        if not folder.has(f"{name}/{DONE}"):
            files = asked.where(asked.file.between(part["first"], part["last"]))
            answered = files.mapInArrow(lambda batches: verify(batches, command, certificates, options.answers), schema)
            answered.write.mode("overwrite").parquet(f"{folder.name}/{name}")
            print(f"{name.removeprefix(STAGING + '/')} of {len(staged)} is done", file=sys.stderr)
    return publish(spark.read.schema(schema).parquet(*[f"{folder.name}/{name}" for name in staged]), options, folder, plan)


def planned(spark, options, folder):
    """The steps, in order. They are written down first, so that an interrupted run can be resumed."""
    described = {name: value for name, value in vars(options).items() if name not in ("resume", "receipt", "destination")}
    interrupted = folder.has(f"{STAGING}/plan.json")
    if options.resume and not interrupted:
        raise Failed(f"there is nothing to resume in {folder.name}")
    if not options.resume and options.mode != "overwrite" and folder.has(STAGING):
        raise Failed(f"{folder.name} has a run that was interrupted: go on with --resume, or begin anew with --mode overwrite")
    if not options.resume and options.mode == "error" and folder.files.exists(folder.path):
        raise Failed(f"{folder.name} is there already: give --mode append or --mode overwrite")
    for name in options.archive:
        if Folder(spark, name).contains(folder):
            raise Failed(f"{folder.name} lies in {name}, which is read")
    found = steps(spark, options)
    if not found:
        raise Failed(f"there is no file in {', '.join(options.archive)}")
    if options.resume:
        plan = folder.read(f"{STAGING}/plan.json")
        if plan["options"] != described:
            changed = sorted(name for name in described if plan["options"].get(name) != described[name])
            raise Failed(f"--resume goes on with the options that the run began with; these differ: {', '.join(changed)}")
        if plan["steps"] != found:
            raise Failed("the archive is not what it was when the run began: begin anew with --mode overwrite")
        return plan
    now = datetime.datetime.now(datetime.timezone.utc)
    plan = {"options": described, "steps": found, "time": now.strftime("%Y-%m-%dT%H:%M:%SZ"), "run": now.strftime("%Y-%m-%dT%H-%M-%SZ")}
    if options.mode == "append" and folder.has(f"verdicts/run={plan['run']}"):
        raise Failed(f"{folder.name} has a run of this second already")
    folder.remove(STAGING)
    folder.write(f"{STAGING}/plan.json", plan)
    return plan


def publish(staged, options, folder, plan):
    """Writes both tables from the staged answers. If it was interrupted, it starts again: each run has its own folders."""
    from pyspark.sql import functions as F

    spark = staged.sparkSession
    for name in [DONE, *(["verdicts", "purchases"] if options.mode == "overwrite" else [])]:
        folder.remove(name)
    numbered = lines_of(staged)
    each = numbered.select("file", "line", "id", F.explode("purchases").alias("purchase"))
    tables = {
        "verdicts": numbered.select("file", "line", "id", *VERDICT, *[name for name in staged.columns if name == "answer"]),
        "purchases": each.select("file", "line", "id", "purchase.*"),
    }
    rows = {}
    for name, table in tables.items():
        target = f"{folder.name}/{name}/run={plan['run']}"
        table.write.mode("overwrite").parquet(target)
        rows[name] = spark.read.schema(table.schema).parquet(target).count()
    counts = sorted(map(tuple, staged.groupBy("verdict", "code").count().collect()), key=str)
    answered = sum(count for _, _, count in counts)
    if rows["verdicts"] != answered:
        raise Failed(f"{answered} lines were answered, and {rows['verdicts']} are in the table")
    folder.write(DONE, {"run": plan["run"], "time": plan["time"], **rows, "counts": [list(row) for row in counts]})
    folder.remove(STAGING)
    for verdict, code, count in counts:
        print(f"{count:>10}  {verdict:<10}  {code or ''}".rstrip())
    print(f"{answered:>10}  lines, with {rows['purchases']} purchases")


def shipped(spark, options, plan):
    """The command. Sends the program and its certificates to the workers, under unique names."""
    from pathlib import Path

    folder = Path(tempfile.mkdtemp(prefix="receipt-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

    def ship(file):
        name = f"{folder.name}-{len(certificates)}"
        shutil.copy(file, folder / name)
        spark.sparkContext.addFile(str(folder / name))
        certificates.add(name)
        return name

    certificates = set()
    program = ship(shutil.which(options.receipt))
    words = list(options.policy)
    for i, word in enumerate(words):
        option, equals, file = word.partition("=")
        if option in CERTIFICATES and equals:
            words[i : i + 1] = [option, ship(file)]
        elif word in CERTIFICATES:
            words[i + 1] = ship(words[i + 1])
    # Use one time of verification for all lines, whichever worker verifies them and when.
    if not any(word.partition("=")[0] == "--at" for word in words):
        words += ["--at", plan["time"]]
    return [program, "verify", "--batch", *words], certificates


NOT_THEIRS = ("--batch", "--jobs", "--strict", "--resume-from", "--summary", "--files-from", "--format")
CERTIFICATES = ("--trust-root", "--intermediate", "--xcode-certificate")


def check(options):
    """Checks the options of `receipt`, before Spark starts."""
    program = shutil.which(options.receipt)
    if not program:
        raise Failed(f"there is no program {options.receipt}: name it with --receipt")
    if options.format == "parquet" and not options.column:
        raise Failed("--format parquet needs --column: the one that holds the evidence")
    if options.column and options.format == "text":
        raise Failed("--column goes with --format json or parquet")
    if options.id_column and not options.column:
        raise Failed("--id-column goes with --column")
    ours = [word for word in options.policy if word.partition("=")[0] in NOT_THEIRS]
    if ours:
        raise Failed(f"{ours[0]} is not for you to give: each task has a process of its own, which answers all lines with spark.task.cpus jobs")
    words = [program, "verify", "--batch", "--jobs", "1", *options.policy]
    tried = subprocess.run(words, input=b"\n", capture_output=True)
    if tried.returncode != 0 or not tried.stdout.startswith(b'{"line":1,'):
        said = [line for line in tried.stderr.decode(errors="replace").splitlines() if line.strip()]
        reason = next((line for line in said if line.startswith(("Error:", "receipt:"))), said[0] if said else "it does not answer")
        raise Failed(f"receipt verify: {reason.removeprefix('Error: ').removeprefix('receipt: ')}")


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive", nargs="+", help="files, folders or patterns of them, wherever Spark can read")
    parser.add_argument("destination", help="folder to write the tables to")
    parser.add_argument("--format", choices=["text", "json", "parquet"], default="text",
                        help="text (unless given): a line is what receipt verify --batch takes; json: JSON lines; parquet")
    parser.add_argument("--column", help="the column, or the member of JSON lines, that holds the evidence")
    parser.add_argument("--id-column", help="the column, or the member, that holds an id to be given back")
    parser.add_argument("--mode", choices=["error", "overwrite", "append"], default="error",
                        help="what to do if the destination is there: end with an error (unless given), replace it, add to it")
    parser.add_argument("--resume", action="store_true", help="go on with a run that was interrupted; give its options again")
    parser.add_argument("--step-size", type=int, default=16_384, metavar="MIB",
                        help="after how much of the archive what was done is kept if the run is interrupted; 16384 unless given")
    parser.add_argument("--answers", action="store_true", help="keep each answer of receipt verify, as a column of the verdicts")
    parser.add_argument("--receipt", default="receipt", help="the program, where the driver finds it; the workers are sent it")
    words = sys.argv[1:] if words is None else words
    mine, theirs = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])
    parser.epilog = "Behind -- stand the options of receipt verify: --bundle-id and so on."
    options = parser.parse_args(mine)
    options.policy = theirs
    return options


def main():
    options = arguments()
    try:
        check(options)
        from pyspark.sql import SparkSession

        spark = SparkSession.builder.appName("receipt-verify").getOrCreate()
        try:
            run(spark, options)
        finally:
            spark.stop()
    except Exception as error:
        sys.exit(f"verify_archive: {reason(error)}")


def reason(error):
    """Returns an error as one line."""
    if isinstance(error, Failed):
        return str(error)
    # An error from a worker arrives as the text of a traceback.
    if found := re.findall(r"^(?:\w+\.)*Failed: (.*)$", str(error), re.MULTILINE):
        return found[-1]
    return " ".join(str(error).split())[:500]


if __name__ == "__main__":
    main()
