{{- define "service.deployment" -}}
{{- $root := .root -}}
{{- $values := .values -}}
{{- $hasTls := ne $root.Values.global.tls.mode "off" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .fullname }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  minReadySeconds: {{ $values.minReadySeconds }}
  # A new replica is ready before an old one is removed, so that a rollout costs no capacity.
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels: {{- include "service.selector" . | nindent 6 }}
      app.kubernetes.io/component: server
  template:
    metadata:
      labels:
        {{- include "service.labels" . | nindent 8 }}
        app.kubernetes.io/component: server
        {{- with $values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $values.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "service.podCommon" (merge (dict "account" .fullname) .) | nindent 6 }}
      {{- if gt (add $values.drainNoticeMs $values.drainCallsMs 5000) (mul $values.terminationGraceSeconds 1000) }}
      {{- fail (printf "%s: terminationGraceSeconds has to be at least drainNoticeMs and drainCallsMs and 5 s" .name) }}
      {{- end }}
      terminationGracePeriodSeconds: {{ $values.terminationGraceSeconds }}
      topologySpreadConstraints:
        {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: ScheduleAnyway
          # Counts pods of the new version only, not those that are about to be removed.
          matchLabelKeys: [pod-template-hash]
          labelSelector:
            matchLabels:
              {{- include "service.selector" $ | nindent 14 }}
              app.kubernetes.io/component: server
        {{- end }}
      containers:
        - name: {{ .name }}
          image: {{ include "service.image" . | quote }}
          imagePullPolicy: {{ $root.Values.global.image.pullPolicy }}
          {{- if $root.Values.global.service.liveUpdate }}
          {{- if eq $root.Values.global.environment "production" }}{{ fail "global.service.liveUpdate: sources that can be written are for development; say so by global.environment" }}{{ end }}
          args: [--watch, --watch-preserve-output, /app/service/src/main.ts]
          {{- end }}
          securityContext: {{- include "service.restricted" $root | nindent 12 }}
          env: {{- include "service.environment" . | nindent 12 }}
          ports:
            {{- if $values.grpcPort }}
            - { name: grpc, containerPort: {{ $values.grpcPort }} }
            {{- end }}
            {{- if $values.httpPort }}
            - { name: http, containerPort: {{ $values.httpPort }} }
            {{- end }}
            - { name: ops, containerPort: {{ $values.opsPort }} }
          # A first start may wait for a database; a process whose event loop runs is never killed for being busy.
          startupProbe:
            httpGet: { path: /readyz, port: ops }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: {{ div (int $values.startSeconds) 2 }}
          readinessProbe:
            httpGet: { path: /readyz, port: ops }
            periodSeconds: 3
            timeoutSeconds: 3
            failureThreshold: 2
          livenessProbe:
            httpGet: { path: /healthz, port: ops }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          resources: {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            {{- include "service.volumeMounts" . | nindent 12 }}
            {{- if $hasTls }}
            - { name: tls, mountPath: /tls, readOnly: true }
            {{- end }}
      volumes:
        {{- include "service.volumes" . | nindent 8 }}
        {{- if $hasTls }}
        - name: tls
          secret: { secretName: {{ include "service.grpcCertificate" . | quote }}, defaultMode: 0440 }
        {{- end }}
{{- end -}}
