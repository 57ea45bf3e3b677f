{{/* Permitted ingress and egress of a service; everything else is denied. */}}
{{- define "service.network" -}}
{{- $root := .root -}}
{{- $values := .values -}}
{{- $network := $root.Values.global.networkPolicy -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ .fullname }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "service.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if $values.httpPort }}
    - from: {{- toYaml $network.gatewayFrom | nindent 8 }}
      ports: [{ port: http }]
    {{- end }}
    {{- with $values.callers }}
    - from:
        {{- range . }}
        - podSelector:
            matchLabels: {{- include "service.selector" (dict "root" $root "name" .) | nindent 14 }}
        {{- end }}
      ports: [{ port: grpc }]
    {{- end }}
    {{- with $network.monitoringFrom }}
    - from: {{- toYaml . | nindent 8 }}
      ports: [{ port: ops }]
    {{- end }}
  egress:
    - to: {{- toYaml $network.dnsTo | nindent 8 }}
      ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
    {{- with $values.calls }}
    - to:
        {{- range . }}
        - podSelector:
            matchLabels: {{- include "service.selector" (dict "root" $root "name" .) | nindent 14 }}
        {{- end }}
      ports: [{ port: {{ $root.Values.global.service.grpcPort }} }]
    {{- end }}
    {{- if $values.database }}
    - to: {{- toYaml $network.databaseTo | nindent 8 }}
      ports: [{ port: {{ $root.Values.global.database.port }} }]
    {{- if $root.Values.global.pgbouncer.enabled }}
    - to:
        - podSelector:
            matchLabels: {{- include "service.selector" (dict "root" $root "name" "pgbouncer") | nindent 14 }}
      ports: [{ port: 6432 }]
    {{- end }}
    - to: {{- toYaml $network.kafkaTo | nindent 8 }}
      ports: {{- range $network.kafkaPorts }}{{ printf "- { port: %v }" . | nindent 8 }}{{- end }}
    {{- end }}
    {{- range $values.reaches }}
    {{- with index $network.outside . }}
    - to: {{- toYaml .to | nindent 8 }}
      ports: {{- range .ports }}{{ printf "- { port: %v }" . | nindent 8 }}{{- end }}
    {{- end }}
    {{- end }}
    {{- with $network.tracesTo }}
    - to: {{- toYaml .to | nindent 8 }}
      ports: {{- range .ports }}{{ printf "- { port: %v }" . | nindent 8 }}{{- end }}
    {{- end }}
{{- end -}}
