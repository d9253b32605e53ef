{{- define "sms-desk.name" -}}
{{- if contains "sms-desk" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-sms-desk{{ end }}
{{- end }}

{{- define "sms-desk.selector" -}}
app.kubernetes.io/name: sms-desk
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sms-desk.labels" -}}
{{ include "sms-desk.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "sms-desk.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- define "sms-desk.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "sms-desk.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end }}
