{{/* Objects besides the pods of a service: its Service, account, autoscaler and disruption budget. */}}
{{- define "service.account" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .fullname }}
  labels: {{- include "service.labels" . | nindent 4 }}
  {{- with .values.serviceAccountAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end -}}

{{- define "service.services" -}}
{{- $values := .values -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ .fullname }}{{ ternary "-grpc" "" (not $values.httpPort) }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  {{- if $values.httpPort }}
  type: ClusterIP
  {{- else }}
  # Headless: clients balance between the replicas themselves, and find new ones when a connection has reached its maximum age.
  clusterIP: None
  {{- end }}
  selector:
    {{- include "service.selector" . | nindent 4 }}
    app.kubernetes.io/component: server
  ports:
    {{- if $values.httpPort }}
    - { name: http, port: {{ $values.servicePort }}, targetPort: http, appProtocol: http }
    {{- else }}
    - { name: grpc, port: {{ $values.grpcPort }}, targetPort: grpc, appProtocol: kubernetes.io/h2c }
    {{- end }}
    - { name: ops, port: {{ $values.opsPort }}, targetPort: ops }
{{- end -}}

{{- define "service.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .fullname }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  maxUnavailable: {{ .values.disruption.maxUnavailable }}
  # A pod that is not ready does not block an eviction.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "service.selector" . | nindent 6 }}
      app.kubernetes.io/component: server
{{- end -}}

{{- define "service.autoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .fullname }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .fullname }} }
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ .values.autoscaling.cpuPercent }} } }
    {{- range .values.autoscaling.signals }}
    - type: External
      external:
        metric: { name: {{ .metric }}, selector: { matchLabels: {{ toJson .labels }} } }
        target: { type: Value, value: {{ .value | quote }} }
    {{- end }}
  behavior:
    # Each change rebalances Kafka's partitions, so it scales up by two a minute at most, for load that lasts a minute, and down slowly.
    scaleUp: { stabilizationWindowSeconds: 60, policies: [{ type: Pods, value: 2, periodSeconds: 60 }] }
    scaleDown: { stabilizationWindowSeconds: 600, policies: [{ type: Pods, value: 1, periodSeconds: 120 }] }
{{- end -}}

{{- define "service.certificate" -}}
{{- $tls := .root.Values.global.tls -}}
{{- if not (.root.Capabilities.APIVersions.Has "cert-manager.io/v1") }}{{ fail "global.tls.mode is certManager, which this cluster does not have: install it, give certificates (secrets), or say off where the network itself decides who reaches whom" }}{{ end -}}
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: {{ .fullname }}-grpc
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  secretName: {{ include "service.grpcCertificate" . }}
  duration: {{ $tls.duration }}
  renewBefore: {{ $tls.renewBefore }}
  privateKey: { algorithm: ECDSA, size: 256, rotationPolicy: Always }
  usages: [digital signature, server auth, client auth]
  uris: ["spiffe://estampa/{{ .name }}"]
  dnsNames:
    - {{ include "service.peerHost" . }}
  issuerRef: {{- toYaml $tls.issuerRef | nindent 4 }}
{{- end -}}

{{- define "service.monitor" -}}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: {{ .fullname }}
  labels:
    {{- include "service.labels" . | nindent 4 }}
    {{- with .root.Values.global.monitoring.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    matchLabels: {{- include "service.selector" . | nindent 6 }}
  jobLabel: app.kubernetes.io/name
  endpoints:
    - port: ops
      path: /metrics
      interval: {{ .root.Values.global.monitoring.interval }}
{{- end -}}
