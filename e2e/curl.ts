import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Returns a PATH with curl and jq: the machine's own, or stand-ins that support the few options and filters that the
 * guides use.
 */
export function pathWithTools(folder: string, path = process.env.PATH ?? ''): string {
  const missing = Object.entries(scripts).filter(
    ([name]) => !path.split(delimiter).some((place) => existsSync(join(place, name))),
  )
  for (const [name, script] of missing)
    writeFileSync(join(folder, name), `#!/usr/bin/env node\n${script}`, { mode: 0o755 })
  return missing.length > 0 ? folder + delimiter + path : path
}

const curlScript = `
const { readFileSync } = require('node:fs')
const given = { method: undefined, headers: {}, body: undefined, url: '' }
const options = {
  '-s': () => {},
  '-N': () => {},
  '-X': (rest) => { given.method = rest.shift() },
  '-H': (rest) => { const [name, ...value] = rest.shift().split(':'); given.headers[name] = value.join(':').trim() },
  '-d': (rest) => { given.body = rest.shift() },
  '--data-binary': (rest) => { given.body = readFileSync(rest.shift().slice(1)) },
}
const rest = process.argv.slice(2)
while (rest.length > 0) {
  const next = rest.shift()
  if (options[next]) options[next](rest)
  else given.url = next
}
const { url, method = given.body === undefined ? 'GET' : 'POST', headers, body } = given
fetch(url, { method, headers, body }).then(async (answer) => process.stdout.write(await answer.text()))
`

const jqScript = `
const filter = process.argv[3]
const value = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const [, key, wanted, found] = /^[.]data[[]] [|] select[(][.](\\w+) == "(\\w+)"[)][.](\\w+)$/.exec(filter) ?? []
const [, first] = /^[.]data[[]0][.](\\w+)$/.exec(filter) ?? []
const item = found ? value.data.find((one) => one[key] === wanted) : value.data?.[0]
console.log(found || first ? item[found ?? first] : value[filter.slice(1)])
`

const scripts = { curl: curlScript, jq: jqScript }
