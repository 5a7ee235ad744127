import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns a PATH with a curl: the machine's own, or a stand-in that supports the few options that the guides use. */
export function pathWithCurl(folder: string, path = process.env.PATH ?? ''): string {
  if (path.split(delimiter).some((folder) => existsSync(join(folder, 'curl')))) return path
  writeFileSync(join(folder, 'curl'), `#!/usr/bin/env node\n${curlScript}`, { mode: 0o755 })
  return folder + delimiter + path
}

const curlScript = `
const { readFileSync } = require('node:fs')
const given = { method: undefined, headers: {}, body: undefined, url: '' }
const options = {
  '-s': () => {},
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
