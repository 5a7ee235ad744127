#!/usr/bin/env node
// Runs `parley` on the Node 24 that npm has installed, whatever Node (18 or newer) the machine has.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const main = join(root, 'cli/src/main.ts')
const modules = join(root, 'node_modules')
const ownNode = process.platform === 'win32' ? join(modules, 'node/bin/node.exe') : join(modules, '.bin/node')

if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import(pathToFileURL(main).href)
} else if (existsSync(ownNode)) {
  const child = spawn(ownNode, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => refuse(`Node 24 could not be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
  })
} else {
  refuse(`Parley runs on Node 24, which npm installs. Run \`npm install\` in ${root} first.`)
}

function refuse(sentence) {
  process.stderr.write(`parley: ${sentence}\n`)
  process.exitCode = 2
}
