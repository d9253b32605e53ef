// Renders a chart's templates as `helm template` does, by the same packages (text/template and sprig), where there is no Helm:
// main.go CHART RELEASE VALUES.yaml. Of Helm's own functions it has those that this chart uses; values are not checked.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type files string

// Get gives a file of the chart as it stands.
func (chart files) Get(name string) string {
	return read(filepath.Join(string(chart), name))
}

func main() {
	chart, release := os.Args[1], os.Args[2]
	values := merge(parse(filepath.Join(chart, "values.yaml")), parse(os.Args[3]))
	about := parse(filepath.Join(chart, "Chart.yaml"))
	root := map[string]any{
		"Values":  values,
		"Release": map[string]any{"Name": release, "Namespace": "default", "Service": "Helm"},
		"Chart":   map[string]any{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Files":   files(chart),
	}
	all := template.New("chart").Option("missingkey=error").Funcs(sprig.TxtFuncMap())
	all.Funcs(template.FuncMap{
		"include": func(name string, data any) (string, error) {
			var out bytes.Buffer
			err := all.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"toYaml": func(value any) (string, error) {
			var out bytes.Buffer
			encoder := yaml.NewEncoder(&out)
			encoder.SetIndent(2)
			err := encoder.Encode(value)
			return strings.TrimSuffix(out.String(), "\n"), err
		},
	})
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	stopIf(err)
	for _, path := range paths {
		_, err := all.New(filepath.Base(path)).Parse(read(path))
		stopIf(err)
	}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "_") || name == "NOTES.txt" {
			continue
		}
		var out bytes.Buffer
		stopIf(all.ExecuteTemplate(&out, name, root))
		if text := strings.TrimSpace(out.String()); text != "" {
			fmt.Printf("---\n# Source: %s\n%s\n", name, text)
		}
	}
}

// merge lays the values that were given over the chart's own.
func merge(own, given map[string]any) map[string]any {
	for key, value := range given {
		inner, isMap := value.(map[string]any)
		outer, wasMap := own[key].(map[string]any)
		if isMap && wasMap {
			value = merge(outer, inner)
		}
		own[key] = value
	}
	return own
}

func parse(path string) map[string]any {
	result := map[string]any{}
	stopIf(yaml.Unmarshal([]byte(read(path)), &result))
	return result
}

func read(path string) string {
	content, err := os.ReadFile(path)
	stopIf(err)
	return string(content)
}

func stopIf(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
