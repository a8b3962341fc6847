package sweep

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// JobFile describes how a batch system runs a study in shares.
type JobFile struct {
	Study, Out    string
	Shares, Cores int
	// Image and Volume are those of Kubernetes.
	Image, Volume string
}

// JobKinds are the batch systems.
var JobKinds = []string{"slurm", "kubernetes", "parallel"}

// jobTemplates run one share for each index of an array. A share that is started again goes on where it was.
var jobTemplates = map[string]string{
	"slurm": `#!/bin/bash
#SBATCH --job-name={{.Name}}
#SBATCH --array=0-{{.Last}}
#SBATCH --cpus-per-task={{.Cores}}
#SBATCH --requeue
#SBATCH --open-mode=append
# Submit with sbatch; when all tasks are done: sandbox sweep merge {{.QuotedOut}}
set -euo pipefail
srun sandbox sweep {{.QuotedStudy}} --out {{.QuotedOut}} \
  --shard "${SLURM_ARRAY_TASK_ID}/{{.Shares}}" --workers "${SLURM_CPUS_PER_TASK:-{{.Cores}}}"
`,
	"kubernetes": `# kubectl apply -f this file; when the job is complete: sandbox sweep merge on the folder of rows
apiVersion: batch/v1
kind: Job
metadata:
  name: {{.Name}}
spec:
  completionMode: Indexed
  completions: {{.Shares}}
  parallelism: {{.Shares}}
  backoffLimitPerIndex: 5
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: sweep
          image: {{.Image}}
          command: ["sh", "-c"]
          args:
            - >-
              exec sandbox sweep {{.QuotedStudy}} --out {{.QuotedOut}}
              --shard "${JOB_COMPLETION_INDEX}/{{.Shares}}" --workers {{.Cores}}
          workingDir: /work
          resources:
            requests:
              cpu: "{{.Cores}}"
          volumeMounts:
            - name: work
              mountPath: /work
      volumes:
        - name: work
          persistentVolumeClaim:
            claimName: {{.Volume}}
`,
	"parallel": `#!/bin/sh
# Needs GNU parallel. --sshlogin runs shares on other machines that see the same folder.
set -eu
seq 0 {{.Last}} | parallel --joblog {{.QuotedOut}}.joblog --resume-failed --retries 3 \
  sandbox sweep {{.QuotedStudy}} --out {{.QuotedOut}} --shard '{}/{{.Shares}}' --workers {{.Cores}}
sandbox sweep merge {{.QuotedOut}}
`,
}

// Name is the name of the job: lower case letters, digits and hyphens.
func (j *JobFile) Name() string {
	name := strings.TrimSuffix(filepath.Base(j.Study), filepath.Ext(j.Study))
	name = strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(name), "-"), "-")
	if name == "" {
		return "study"
	}
	return name[:min(len(name), 50)]
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9._/+-]+$`)

// quoteShell quotes a word for POSIX shells.
func quoteShell(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Write writes the job file of a batch system.
func (j *JobFile) Write(w io.Writer, kind string) error {
	text, ok := jobTemplates[kind]
	switch {
	case !ok:
		return fmt.Errorf("%q: must be one of %s", kind, strings.Join(JobKinds, ", "))
	case j.Shares < 1 || j.Shares > 100000 || j.Cores < 1 || j.Cores > 1024:
		return fmt.Errorf("%d shares of %d cores: must be 1 to 100000 of 1 to 1024", j.Shares, j.Cores)
	case kind == "kubernetes" && (!plainImage.MatchString(j.Image) || !plainWord.MatchString(j.Volume)):
		return fmt.Errorf("image %q, claim %q: must be names", j.Image, j.Volume)
	}
	_, err := strings.NewReplacer("{{.Name}}", j.Name(), "{{.Shares}}", strconv.Itoa(j.Shares),
		"{{.Last}}", strconv.Itoa(j.Shares-1), "{{.Cores}}", strconv.Itoa(j.Cores), "{{.Image}}", j.Image,
		"{{.Volume}}", j.Volume, "{{.QuotedStudy}}", quoteShell(filepath.ToSlash(j.Study)),
		"{{.QuotedOut}}", quoteShell(filepath.ToSlash(j.Out))).WriteString(w, text)
	return err
}

var plainImage = regexp.MustCompile(`^[A-Za-z0-9._/:@-]+$`)
