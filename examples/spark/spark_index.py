"""One index made by the executors of a Spark cluster. The tree and the index folder are on a store that all of them see.

    CW=/path/to/cw spark-submit spark_index.py TREE INDEX SLICES [TRAP]

Each element of the RDD is the name of a slice; RDD.pipe runs the worker with an EMPTY environment, so everything it needs is in its words. checkCode=True makes a worker that fails
fail its task, which Spark then runs again. What comes back is one receipt a line; the only step that is not parallel is the commit.
"""

import os
import shlex
import subprocess
import sys

from pyspark.sql import SparkSession


def main(tree, index, slices, *trap):
    here = os.path.dirname(os.path.abspath(__file__))
    spark = SparkSession.builder.appName("cw").getOrCreate()
    worker = " ".join(map(shlex.quote, [os.path.join(here, "worker.sh"), os.environ["CW"], tree, index, *trap]))
    names = [f"{number}/{slices}" for number in range(1, slices + 1)]
    receipts = spark.sparkContext.parallelize(names, slices).pipe(worker, checkCode=True).collect()
    spark.stop()
    commit = [os.environ["CW"], "commit", "--json", "--index", index]
    subprocess.run(commit, input="".join(line + "\n" for line in receipts), text=True, check=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
