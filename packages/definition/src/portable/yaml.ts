export { printJson, printYaml } from './print.ts'
export { type ReadYaml, readYaml } from './read-yaml.ts'
