import { readdirSync, readFileSync } from 'node:fs'
import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { ResourceNotFoundError } from '@modelcontextprotocol/server'

/** The guides of `docs/`, for an assistant to read before it writes. */

const folder = new URL('../../../docs/', import.meta.url)
const mimeType = 'text/markdown'
const scheme = 'parley://docs/'

const names = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.slice(0, -'.md'.length))

const textOf = (name: string): string => readFileSync(new URL(`${name}.md`, folder), 'utf8')

export function listGuides(): ListResourcesResult {
  const resources = names().map((name) => {
    const title = /^# (.+)$/m.exec(textOf(name))?.[1] ?? name
    return { uri: scheme + name, name, title, mimeType }
  })
  return { resources }
}

export function readGuide(uri: string): ReadResourceResult {
  const name = names().find((one) => scheme + one === uri)
  if (name === undefined) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType, text: textOf(name) }] }
}
