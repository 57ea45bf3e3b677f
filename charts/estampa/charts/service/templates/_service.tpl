{{/* All objects of one service; a chart of a service is this line and its values. */}}
{{- define "service" -}}
{{- $name := .Chart.Name -}}
{{- $values := include "service.values" . | fromYaml -}}
{{- $it := dict "root" . "name" $name "values" $values "fullname" (include "service.fullname" (dict "root" . "name" $name)) -}}
{{- $monitoring := .Values.global.monitoring -}}
{{ include "service.account" $it }}
---
{{ include "service.services" $it }}
---
{{ include "service.deployment" $it }}
---
{{ include "service.disruption" $it }}
{{- if $values.autoscaling.enabled }}
---
{{ include "service.autoscaler" $it }}
{{- end }}
{{- if .Values.global.networkPolicy.enabled }}
---
{{ include "service.network" $it }}
{{- end }}
{{- if eq .Values.global.tls.mode "certManager" }}
---
{{ include "service.certificate" $it }}
{{- end }}
{{- if include "service.wanted" (dict "root" . "mode" $monitoring.serviceMonitors "api" "monitoring.coreos.com/v1") }}
---
{{ include "service.monitor" $it }}
{{- end }}
{{- if $values.database }}
---
{{ include "service.migrate" $it }}
{{- end }}
{{- range $values.schedules }}
{{- if .enabled }}
---
{{ include "service.scheduled" (merge (dict "schedule" .) $it) }}
{{- end }}
{{- end }}
{{- end -}}
