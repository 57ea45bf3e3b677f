{{/* The common part of all pods of a service, whether it serves, migrates or runs on a schedule: dict "root" "values" "name". */}}
{{- define "service.podCommon" -}}
serviceAccountName: {{ .account }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.global.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext: {{- include "service.podSecurity" (dict "own" .values.podSecurityContext "user" 10001) | nindent 2 }}
{{- range $key := list "nodeSelector" "tolerations" "affinity" "priorityClassName" }}
{{- with get $.values $key }}
{{ $key }}: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end -}}

{{/* TLS files for PostgreSQL and Kafka, and a writable directory. */}}
{{- define "service.volumes" -}}
{{- $kafka := .root.Values.global.kafka.tls -}}
{{- $database := .root.Values.global.database.tls -}}
- name: tmp
  emptyDir: { sizeLimit: {{ .values.temporaryStorage | quote }} }
{{- if and .values.database $kafka.enabled $kafka.caSecret }}
- name: kafka-ca
  secret: { secretName: {{ $kafka.caSecret | quote }}, defaultMode: 0440 }
{{- end }}
{{- if and .values.database $kafka.enabled $kafka.clientSecret }}
- name: kafka-client
  secret: { secretName: {{ $kafka.clientSecret | quote }}, defaultMode: 0440 }
{{- end }}
{{- if and .values.database $database.caSecret }}
- name: database-ca
  secret: { secretName: {{ $database.caSecret | quote }}, defaultMode: 0440 }
{{- end }}
{{- if and .values.database $database.clientSecret }}
- name: database-client
  secret: { secretName: {{ $database.clientSecret | quote }}, defaultMode: 0440 }
{{- end }}
{{- with .values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "service.volumeMounts" -}}
{{- $kafka := .root.Values.global.kafka.tls -}}
{{- $database := .root.Values.global.database.tls -}}
- { name: tmp, mountPath: /tmp }
{{- if and .values.database $kafka.enabled $kafka.caSecret }}
- { name: kafka-ca, mountPath: /kafka-ca, readOnly: true }
{{- end }}
{{- if and .values.database $kafka.enabled $kafka.clientSecret }}
- { name: kafka-client, mountPath: /kafka-client, readOnly: true }
{{- end }}
{{- if and .values.database $database.caSecret }}
- { name: database-ca, mountPath: /database-ca, readOnly: true }
{{- end }}
{{- if and .values.database $database.clientSecret }}
- { name: database-client, mountPath: /database-client, readOnly: true }
{{- end }}
{{- with .values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "service.grpcCertificate" -}}
{{- if eq .root.Values.global.tls.mode "secrets" -}}
{{- printf .root.Values.global.tls.secretName .name -}}
{{- else -}}
{{- include "service.fullname" . }}-grpc-tls
{{- end -}}
{{- end -}}
