export { parseYaml, type YamlResult } from './parse-yaml.ts'
export { printJson, printYaml } from './print.ts'
