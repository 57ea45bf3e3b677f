{{- define "labels" -}}
app.kubernetes.io/name: {{ . }}
app.kubernetes.io/part-of: estampa-development
{{- end -}}

{{- define "restricted" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: { runAsNonRoot: true, runAsUser: 10001, runAsGroup: 10001, fsGroup: 10001, seccompProfile: { type: RuntimeDefault } }
{{- end -}}

{{- define "volumes" -}}
{{- if not .Values.volumes }}
- { name: data, emptyDir: {} }
{{- end }}
- { name: tmp, emptyDir: { sizeLimit: 256Mi } }
{{- end -}}

{{- define "claims" -}}
{{- with .Values.volumes }}
volumeClaimTemplates:
  - metadata: { name: data }
    spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: {{ . }} } } }
{{- end }}
{{- end -}}

{{/* dict "name" "ports": name and number of each port. */}}
{{- define "address" -}}
apiVersion: v1
kind: Service
metadata: { name: {{ .name }}, labels: { {{ include "labels" .name | replace "\n" ", " }} } }
spec:
  selector: { app.kubernetes.io/name: {{ .name }} }
  # Kafka's controller resolves its own name before it is ready.
  publishNotReadyAddresses: true
  ports: {{- range $port, $number := .ports }}{{ printf "- { name: %s, port: %v }" $port $number | nindent 4 }}{{- end }}
{{- end -}}

{{- define "secretEnv" -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ .root.Values.secret }}, key: {{ .key }} } }
{{- end -}}
