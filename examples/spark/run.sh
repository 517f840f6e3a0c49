#!/bin/sh
# run.sh TREE [SLICES]: indexes TREE on a Spark cluster of this machine (two executors that are processes of their own), kills one worker and one executor meanwhile, and compares with
# an index that one process makes: the same bytes, the same ten best. Needs java 17, python3 and PyPI; CW names the command [default: cw].
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$1" && pwd)
slices=${2:-16}
CW=$(command -v "${CW:-cw}")
export CW
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet pyspark==4.3.0
export PYSPARK_PYTHON="$work/venv/bin/python" SPARK_LOCAL_IP=127.0.0.1

(
    # An executor goes, once the first worker went.
    while [ ! -d "$work/trap" ]; do sleep 0.2; done
    sleep 1
    pid=$(pgrep -f "CoarseGrainedExecutorBackend.*--app-id" | head -n 1)
    kill -KILL "$pid" && echo "killed executor $pid"
) &
start=$(date +%s)
"$work/venv/bin/spark-submit" --master 'local-cluster[2,1,1024]' --conf spark.ui.enabled=false "$here/spark_index.py" "$tree" "$work/sliced" "$slices" "$work/trap" 2> "$work/log" || { tail -n 40 "$work/log"; exit 1; }
echo "spark: $(($(date +%s) - start)) s"
start=$(date +%s)
"$CW" index "$tree" --quiet --index "$work/whole"
echo "one process: $(($(date +%s) - start)) s"
grep -c "Lost task" "$work/log" | sed 's/$/ tasks were lost and run again/'
diff -r --exclude=stamps --exclude=lock --exclude=checked "$work/sliced" "$work/whole"
for question in "where is the configuration read" "retry after an error" "parse a date"; do
    for index in sliced whole; do "$CW" query "$question" --no-refresh --index "$work/$index" --jsonl -k 10 > "$work/$index.out" || true; done
    cmp "$work/sliced.out" "$work/whole.out"
done
echo "same bytes, same ten best"
