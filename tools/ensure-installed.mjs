// Runs before `npm start`, `npm test` and the like, on any Node (18 or newer), and makes node_modules match
// package-lock.json. If it already does, the cost is one hash of the lock file.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const neededNode = 24
const longestWaitSeconds = 900

/** Loaded on demand: usually there is nothing to do, and the import would be most of the cost. */
let spawnSync

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.parley-installed')
const lockFolder = join(modules, '.parley-installing')
const ownNode = process.platform === 'win32' ? join(modules, 'node/bin/node.exe') : join(modules, '.bin/node')

if (!isInstalled()) {
  spawnSync = (await import('node:child_process')).spawnSync
  process.exitCode = await withLock(() => (isInstalled() ? 0 : install()))
}

/** True if the stamp matches this lock file and kind of machine, and the tools are installed if needed. */
function isInstalled() {
  const [made, tools] = readOr(stampFile, '').split('\n')
  return made === fingerprint() && (tools === 'with tools' || !wantsTools()) && existsSync(ownNode)
}

function fingerprint() {
  const lock = createHash('sha256')
    .update(readOr(join(root, 'package-lock.json'), ''))
    .digest('hex')
  return `${lock} ${process.platform} ${process.arch}`
}

/** `NODE_ENV=production npm start` installs no compiler and no linter; a later `npm test` adds them. */
function wantsTools() {
  const { NODE_ENV, npm_config_omit = '', npm_config_include = '' } = process.env
  return npm_config_include.includes('dev') || !(NODE_ENV === 'production' || npm_config_omit.includes('dev'))
}

function install() {
  const before = fingerprint()
  const started = Date.now()
  console.log('Installing the packages in package-lock.json (the first time takes up to a minute) …')
  rmSync(stampFile, { force: true })
  const code = npm('install', '--no-audit', '--no-fund', '--loglevel=error')
  if (code !== 0) {
    console.error(`npm install failed with code ${code}; see its output above.`)
    return code
  }
  console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  const after = fingerprint()
  if (after !== before) console.warn('npm install changed package-lock.json: check `git diff package-lock.json`.')
  if (!ensureNode()) return 1
  writeFileSync(stampFile, `${after}\n${wantsTools() ? 'with tools' : 'without tools'}\n`)
  return 0
}

function ensureNode() {
  if (installedNode() >= neededNode) return true
  npm('rebuild', 'node', '--loglevel=error')
  const found = installedNode()
  if (found >= neededNode) return true
  const state = found ? `is Node ${found}` : 'is missing or does not run here'
  console.error(
    `Parley runs on Node ${neededNode}, which npm installs into node_modules; the one there ${state}. ` +
      'If install scripts are switched off, run `npm rebuild node --ignore-scripts=false`; ' +
      'if node_modules came from another machine, remove the folder; then start again.',
  )
  return false
}

function installedNode() {
  const { stdout } = spawnSync(ownNode, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0)
}

/** Hides npm's stdout ("added 200 packages"); errors are shown. */
function npm(...args) {
  const cli = process.env.npm_execpath
  const [command, first] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []]
  const options = {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: command === 'npm' && process.platform === 'win32',
  }
  const { status, error } = spawnSync(command, [...first, ...args], options)
  if (error) console.error(`npm could not be started: ${error.message}`)
  return status ?? 1
}

/**
 * Only one process installs at a time. The lock is a folder with one file named after the owner's process id. It is
 * acquired by renaming a filled folder into place, and taken over from a dead owner by renaming that file, so that only
 * one of several contenders succeeds.
 */
async function withLock(act) {
  if (!(await acquire())) return 1
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  process.once('exit', letGo)
  try {
    return act()
  } finally {
    letGo()
  }
}

async function acquire() {
  const started = Date.now()
  for (let told = false; !tryLock(); told = true) {
    const holder = lockHolder()
    if (holder && !isAlive(holder) && takeOver(holder)) return true
    if (Date.now() - started > longestWaitSeconds * 1000) {
      console.error(`Process ${holder} has been installing for too long; if it is not running, remove ${lockFolder}.`)
      return false
    }
    if (!told) console.log(`Waiting for process ${holder ?? ''}, which is installing …`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return true
}

function tryLock() {
  const mine = `${lockFolder}-${process.pid}`
  mkdirSync(mine, { recursive: true })
  writeFileSync(join(mine, String(process.pid)), '')
  try {
    renameSync(mine, lockFolder)
    return true
  } catch {
    rmSync(mine, { recursive: true, force: true })
    return false
  }
}

/**
 * Renamed away first: a lock folder that was empty for a moment could be acquired by another process and then deleted
 * under it.
 */
function letGo() {
  if (lockHolder() !== process.pid) return
  const mine = `${lockFolder}-${process.pid}`
  renameSync(lockFolder, mine)
  rmSync(mine, { recursive: true, force: true })
}

function lockHolder() {
  try {
    return Number(readdirSync(lockFolder)[0]) || undefined
  } catch {
    return undefined
  }
}

function takeOver(holder) {
  try {
    renameSync(join(lockFolder, String(holder)), join(lockFolder, String(process.pid)))
    return true
  } catch {
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}
