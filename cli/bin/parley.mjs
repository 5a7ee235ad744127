#!/usr/bin/env node
// Runs `parley`. The published package runs on any Node from 20; a checkout runs its sources on the Node 24 that npm
// installed as a dependency, whichever Node (18 or newer) the machine has.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const self = fileURLToPath(import.meta.url)
const root = dirname(dirname(dirname(self)))
const modules = join(root, 'node_modules')
const ownNode = process.platform === 'win32' ? join(modules, 'node/bin/node.exe') : join(modules, '.bin/node')

const published = join(dirname(self), '../src/main.js')
const isPublished = existsSync(published)

if (isPublished || Number(process.versions.node.split('.')[0]) >= 24) {
  // The compile cache makes startup several times as fast. It is not in the temporary directory, where other users
  // could write.
  const { NODE_COMPILE_CACHE, XDG_CACHE_HOME } = process.env
  module.enableCompileCache?.(NODE_COMPILE_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley'))
  await import(pathToFileURL(isPublished ? published : join(root, 'cli/src/main.ts')).href)
} else if (existsSync(ownNode)) {
  const child = spawn(ownNode, [self, ...process.argv.slice(2)], { stdio: 'inherit' })
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
