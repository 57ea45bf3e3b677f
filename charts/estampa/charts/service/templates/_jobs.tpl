{{/* Runs before a new version starts, while the old one still serves. Running it twice does no harm, and replicas run it one after the other. */}}
{{- define "service.migrate" -}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .fullname }}-migrate
  labels: {{- include "service.labels" . | nindent 4 }}
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-weight: "0"
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  backoffLimit: {{ .values.migration.attempts }}
  activeDeadlineSeconds: {{ .values.migration.deadlineSeconds }}
  template:
    metadata:
      labels:
        {{- include "service.labels" . | nindent 8 }}
        app.kubernetes.io/component: migration
    spec:
      restartPolicy: Never
      # At a first installation the service's account does not exist yet.
      {{- include "service.podCommon" (merge (dict "account" "default") .) | nindent 6 }}
      containers:
        - name: migrate
          image: {{ include "service.image" . | quote }}
          imagePullPolicy: {{ .root.Values.global.image.pullPolicy }}
          args: [/app/service/src/main.ts, migrate]
          securityContext: {{- include "service.restricted" .root | nindent 12 }}
          env:
            {{- include "service.environment" . | nindent 12 }}
            {{- include "service.ownerEnvironment" . | nindent 12 }}
          resources: {{- toYaml .values.resources | nindent 12 }}
          volumeMounts: {{- include "service.volumeMounts" . | nindent 12 }}
      volumes: {{- include "service.volumes" . | nindent 8 }}
{{- end -}}

{{/* dict "root" "values" "name" "fullname" "schedule": a scheduled check over all records of a service. */}}
{{- define "service.scheduled" -}}
apiVersion: batch/v1
kind: CronJob
metadata:
  name: {{ .fullname }}-{{ .schedule.name }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  schedule: {{ .schedule.cron | quote }}
  {{- if .schedule.suspended }}
  # Only by hand: kubectl create job --from=cronjob/{{ .fullname }}-{{ .schedule.name }} ...
  suspend: true
  {{- end }}
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: 3600
  successfulJobsHistoryLimit: 1
  failedJobsHistoryLimit: 3
  jobTemplate:
    spec:
      backoffLimit: 0
      activeDeadlineSeconds: {{ .schedule.deadlineSeconds }}
      template:
        metadata:
          labels:
            {{- include "service.labels" . | nindent 12 }}
            app.kubernetes.io/component: schedule
        spec:
          restartPolicy: Never
          {{- include "service.podCommon" (merge (dict "account" .fullname) .) | nindent 10 }}
          containers:
            - name: {{ .schedule.name }}
              image: {{ include "service.image" . | quote }}
              imagePullPolicy: {{ .root.Values.global.image.pullPolicy }}
              args: ["/app/service/src/{{ .schedule.entry }}"]
              securityContext: {{- include "service.restricted" .root | nindent 16 }}
              env:
                {{- include "service.environment" . | nindent 16 }}
                {{- if .schedule.ownsTables }}
                {{- include "service.ownerEnvironment" . | nindent 16 }}
                {{- end }}
              resources: {{- toYaml .values.resources | nindent 16 }}
              volumeMounts: {{- include "service.volumeMounts" . | nindent 16 }}
          volumes: {{- include "service.volumes" . | nindent 12 }}
{{- end -}}
