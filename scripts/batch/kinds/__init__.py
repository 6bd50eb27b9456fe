"""The kinds of jobs, a file each; `table` has them all."""
