{{/* The environment of a process, as a list of env entries: dict "root" "values" "name". Settings that are null have the service's own default. */}}
{{- define "service.environment" -}}
{{- $root := .root -}}
{{- $values := .values -}}
{{- $global := $root.Values.global -}}
- { name: NODE_ENV, value: {{ $global.environment | quote }} }
- { name: LOG_LEVEL, value: {{ $global.logLevel | quote }} }
- { name: OPS_PORT, value: {{ $values.opsPort | quote }} }
- { name: DRAIN_NOTICE_MS, value: {{ $values.drainNoticeMs | quote }} }
- { name: DRAIN_CALLS_MS, value: {{ $values.drainCallsMs | int64 | quote }} }
{{- if $values.grpcPort }}
- { name: GRPC_PORT, value: {{ $values.grpcPort | quote }} }
{{- end }}
{{- if $values.httpPort }}
- { name: PORT, value: {{ $values.httpPort | quote }} }
{{- end }}
{{- /* A process without a database neither consumes nor publishes events. */}}
{{- if $values.database }}
{{- include "service.kafkaEnvironment" . }}
{{- end }}
{{- include "service.databaseEnvironment" . }}
{{- if and $values.database $global.auditKeptDays }}
- { name: AUDIT_KEPT_DAYS, value: {{ $global.auditKeptDays | quote }} }
{{- end }}
{{- if $values.database }}
{{- with $global.retention.outboxMs }}
- { name: OUTBOX_RETENTION_MS, value: {{ . | int64 | quote }} }
{{- end }}
{{- with $global.retention.inboxMs }}
- { name: INBOX_RETENTION_MS, value: {{ . | int64 | quote }} }
{{- end }}
{{- with $global.retention.idempotencyKeyMs }}
- { name: IDEMPOTENCY_KEY_RETENTION_MS, value: {{ . | int64 | quote }} }
{{- end }}
{{- with $global.retention.pruneEveryMs }}
- { name: PRUNE_EVERY_MS, value: {{ . | int64 | quote }} }
{{- end }}
{{- end }}
{{- if eq $global.tls.mode "off" }}
- { name: GRPC_TLS, value: "off" }
{{- else }}
- { name: GRPC_TLS_CERT, value: /tls/tls.crt }
- { name: GRPC_TLS_KEY, value: /tls/tls.key }
- { name: GRPC_TLS_CA, value: /tls/ca.crt }
{{- end }}
{{- with $global.traces.endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
- { name: OTEL_TRACES_SAMPLER, value: {{ $global.traces.sampler | quote }} }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ $global.traces.share | quote }} }
- { name: OTEL_BSP_SCHEDULE_DELAY, value: {{ $global.traces.sendEveryMs | quote }} }
- { name: K8S_POD_NAME, valueFrom: { fieldRef: { fieldPath: metadata.name } } }
- { name: K8S_NAMESPACE_NAME, valueFrom: { fieldRef: { fieldPath: metadata.namespace } } }
- { name: K8S_NODE_NAME, valueFrom: { fieldRef: { fieldPath: spec.nodeName } } }
- name: OTEL_RESOURCE_ATTRIBUTES
  value: "service.version={{ include "service.tag" $ }},deployment.environment.name={{ $global.traces.environment | default $global.environment }},k8s.pod.name=$(K8S_POD_NAME),k8s.namespace.name=$(K8S_NAMESPACE_NAME),k8s.node.name=$(K8S_NODE_NAME)"
{{- end }}
{{- range $peer := $values.calls }}
- name: {{ $peer | replace "-" "_" | upper }}_ADDRESS
  value: {{ printf "%s:%v" (include "service.peerHost" (dict "root" $root "name" $peer)) $global.service.grpcPort | quote }}
{{- end }}
{{- range $name, $value := $values.env }}
{{- if not (kindIs "invalid" $value) }}
- name: {{ $name }}
  value: {{ tpl (toString $value) $root | quote }}
{{- end }}
{{- end }}
{{- range $name, $reference := $values.secretEnv }}
{{- if and $reference (or (not $reference.ifNamed) (tpl $reference.secret $root)) }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ tpl $reference.secret $root | quote }}
      key: {{ tpl $reference.key $root | quote }}
      {{- if $reference.optional }}
      optional: true
      {{- end }}
{{- end }}
{{- end }}
{{- with $values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Headless, so that a client finds every replica; with the namespace, which certificates contain. */}}
{{- define "service.peerHost" -}}
{{- printf "%s-grpc.%s.svc" (include "service.fullname" .) .root.Release.Namespace -}}
{{- end -}}

{{- define "service.kafkaEnvironment" -}}
{{- $kafka := .root.Values.global.kafka }}
- { name: KAFKA_BROKERS, value: {{ required "global.kafka.brokers: say where Kafka is, as host:port,host:port" $kafka.brokers | quote }} }
- { name: KAFKA_TOPIC_PREFIX, value: {{ $kafka.topicPrefix | quote }} }
{{- with .values.kafkaGroup }}
- { name: KAFKA_GROUP, value: {{ . | quote }} }
{{- end }}
{{- with .values.outboxLanes }}
- { name: OUTBOX_LANES, value: {{ . | quote }} }
{{- end }}
{{- with $kafka.driver }}
- { name: KAFKA_DRIVER, value: {{ . | quote }} }
{{- end }}
{{- if $kafka.tls.enabled }}
- { name: KAFKA_TLS, value: "true" }
{{- if $kafka.tls.caSecret }}
- { name: KAFKA_TLS_CA_FILE, value: /kafka-ca/{{ $kafka.tls.caKey }} }
{{- end }}
{{- if $kafka.tls.clientSecret }}
- { name: KAFKA_TLS_CERT_FILE, value: /kafka-client/{{ $kafka.tls.clientCertificateKey }} }
- { name: KAFKA_TLS_KEY_FILE, value: /kafka-client/{{ $kafka.tls.clientKeyKey }} }
{{- end }}
{{- end }}
{{- if $kafka.sasl.mechanism }}
- { name: KAFKA_SASL_MECHANISM, value: {{ $kafka.sasl.mechanism | quote }} }
{{- with $kafka.sasl.tokenUrl }}
- { name: KAFKA_SASL_TOKEN_URL, value: {{ . | quote }} }
{{- end }}
{{- with $kafka.sasl.tokenScope }}
- { name: KAFKA_SASL_TOKEN_SCOPE, value: {{ . | quote }} }
{{- end }}
{{- with $kafka.sasl.tokenFile }}
- { name: KAFKA_SASL_TOKEN_FILE, value: {{ . | quote }} }
{{- end }}
{{- with $kafka.sasl.awsRegion }}
- { name: KAFKA_SASL_AWS_REGION, value: {{ . | quote }} }
{{- end }}
{{- if not (or $kafka.sasl.tokenFile $kafka.sasl.awsRegion) }}
- { name: KAFKA_SASL_USERNAME, value: {{ $kafka.sasl.username | replace "%s" .name | quote }} }
- name: KAFKA_SASL_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ $kafka.sasl.secret | replace "%s" .name | quote }}, key: {{ $kafka.sasl.passwordKey | quote }} } }
{{- end }}
{{- end }}
{{- end -}}

{{/* For migrations and rebuilds, where a separate role owns the tables. */}}
{{- define "service.ownerEnvironment" -}}
{{- with .values.database }}
{{- if .ownerSecret }}
{{- $database := $.root.Values.global.database }}
{{- $direct := printf "%s:%v" (tpl (.host | default $database.host) $.root) $database.port }}
- name: DATABASE_OWNER_PASSWORD
  valueFrom:
    secretKeyRef: { name: {{ tpl .ownerSecret $.root | quote }}, key: {{ .secretKey | default $database.secretKey | default .name | quote }} }
- { name: DATABASE_OWNER_URL, value: "postgres://{{ .name }}_owner:$(DATABASE_OWNER_PASSWORD)@{{ $direct }}/{{ .name }}" }
{{- end }}
{{- end }}
{{- end -}}

{{/* A database URL is composed in the pod from the password, which is in a secret only; the password has to be URL-safe. */}}
{{- define "service.databaseEnvironment" -}}
{{- with .values.database }}
{{- $database := $.root.Values.global.database -}}
{{- $pgbouncer := $.root.Values.global.pgbouncer -}}
{{- $name := .name }}
{{- $direct := printf "%s:%v" (tpl (.host | default $database.host | required "global.database.host: say where PostgreSQL is") $.root) $database.port }}
{{- $address := ternary (printf "%s:6432" (include "service.fullname" (dict "root" $.root "name" "pgbouncer"))) $direct $pgbouncer.enabled }}
- name: DATABASE_PASSWORD
  valueFrom:
    secretKeyRef: { name: {{ tpl (.secret | default $database.secret) $.root | quote }}, key: {{ .secretKey | default $database.secretKey | default $name | quote }} }
- { name: DATABASE_URL, value: "postgres://{{ $name }}:$(DATABASE_PASSWORD)@{{ $address }}/{{ $name }}" }
{{- if $pgbouncer.enabled }}
- { name: DATABASE_SESSION_URL, value: "postgres://{{ $name }}:$(DATABASE_PASSWORD)@{{ $direct }}/{{ $name }}" }
- { name: DATABASE_POOLER_TLS, value: {{ ternary "require" "disable" (ne $pgbouncer.tlsSecret "") | quote }} }
{{- end }}
{{- with .readHost }}
- { name: DATABASE_READ_URL, value: "postgres://{{ $name }}:$(DATABASE_PASSWORD)@{{ tpl . $.root }}:{{ $database.port }}/{{ $name }}" }
{{- end }}
{{- with .readPoolMax }}
- { name: DATABASE_READ_POOL_MAX, value: {{ . | quote }} }
{{- end }}
- { name: DATABASE_TLS, value: {{ $database.tls.mode | quote }} }
{{- if $database.tls.caSecret }}
- { name: DATABASE_TLS_CA_FILE, value: /database-ca/{{ $database.tls.caKey }} }
{{- end }}
{{- if $database.tls.clientSecret }}
- { name: DATABASE_TLS_CERT_FILE, value: /database-client/{{ $database.tls.clientCertificateKey }} }
- { name: DATABASE_TLS_KEY_FILE, value: /database-client/{{ $database.tls.clientKeyKey }} }
{{- end }}
{{- with .poolMax }}
- { name: DATABASE_POOL_MAX, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- end -}}
