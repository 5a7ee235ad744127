#!/usr/bin/env node
// Starts Parley with the settings of the environment; `parley start` of @parley/cli does the same with options.
if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import(new URL('../src/main.js', import.meta.url))
} else {
  process.stderr.write(
    `parley-server: Parley's server needs Node 24 or newer; this is Node ${process.versions.node}. ` +
      'Install it, or run: npx --package node@24 --package @parley/server parley-server\n',
  )
  process.exitCode = 2
}
