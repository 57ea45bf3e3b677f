{{/* Values of one service: its own over those of global.service. Unlike with merge, false and 0 count. */}}
{{- define "service.overlay" -}}
{{- $result := deepCopy .base -}}
{{- range $name, $value := .over -}}
{{- $below := get $result $name -}}
{{- if and (kindIs "map" $value) (kindIs "map" $below) -}}
{{- $_ := set $result $name (include "service.overlay" (dict "base" $below "over" $value) | fromYaml) -}}
{{- else if not (kindIs "invalid" $value) -}}
{{- $_ := set $result $name $value -}}
{{- end -}}
{{- end -}}
{{- toYaml $result -}}
{{- end -}}

{{- define "service.values" -}}
{{- include "service.overlay" (dict "base" .Values.global.service "over" (omit .Values "global")) -}}
{{- end -}}

{{/* The name of a peer's objects: dict "root" "name". */}}
{{- define "service.fullname" -}}
{{- printf "%s-%s" .root.Release.Name .name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "service.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}

{{- define "service.labels" -}}
{{ include "service.selector" . }}
app.kubernetes.io/part-of: estampa
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end -}}

{{- define "service.tag" -}}
{{- $own := (.values | default dict).image | default dict -}}
{{- $tag := $own.tag | default .root.Values.global.image.tag | default .root.Chart.AppVersion | toString -}}
{{- if eq $tag "latest" }}{{ fail "global.image.tag: name a version; what \"latest\" is differs from node to node" }}{{ end -}}
{{- $tag -}}
{{- end -}}

{{/* The image of a process: dict "root" "name", and "values" where the service may have one of its own (a hotfix, a canary). A digest wins over the tag, which stays for readers. */}}
{{- define "service.image" -}}
{{- $image := .root.Values.global.image -}}
{{- $own := (.values | default dict).image | default dict -}}
{{- with $image.registry }}{{ . }}/{{ end }}{{ $own.repository | default (printf "%s%s" $image.prefix .name) }}:{{ include "service.tag" . }}{{ with $own.digest }}@{{ . }}{{ end }}
{{- end -}}

{{/* Whether to create objects that need a custom resource: "on", "off", or "auto" where the cluster has the kind. */}}
{{- define "service.wanted" -}}
{{- if or (eq .mode "on") (and (eq .mode "auto") (.root.Capabilities.APIVersions.Has .api)) -}}yes{{- end -}}
{{- end -}}

{{/* Security context of a pod: dict "own" "user". A given one replaces the default entirely, so that nothing of it has to apply. */}}
{{- define "service.podSecurity" -}}
{{- with .own -}}
{{- toYaml . -}}
{{- else -}}
runAsNonRoot: true
runAsUser: {{ .user }}
runAsGroup: {{ .user }}
fsGroup: {{ .user }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}
{{- end -}}

{{- define "service.restricted" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: {{ not .Values.global.service.liveUpdate }}
runAsNonRoot: true
capabilities: { drop: [ALL] }
seccompProfile: { type: RuntimeDefault }
{{- end -}}
