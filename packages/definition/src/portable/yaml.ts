export { printJson, printYaml } from './print.ts'
export { type YamlResult, parseYaml } from './parse-yaml.ts'
