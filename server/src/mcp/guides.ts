import { readdirSync, readFileSync } from 'node:fs'
import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { ResourceNotFoundError } from '@modelcontextprotocol/server'

/** The guides of `docs/`, for an assistant to read before it writes. */

const guidesFolder = new URL('../../../docs/', import.meta.url)
const mimeType = 'text/markdown'
const guideScheme = 'parley://docs/'

const listGuideNames = (): string[] =>
  readdirSync(guidesFolder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.slice(0, -'.md'.length))

const readGuideText = (name: string): string => readFileSync(new URL(`${name}.md`, guidesFolder), 'utf8')

export function listGuideResources(): ListResourcesResult {
  const resources = listGuideNames().map((name) => {
    const title = /^# (.+)$/m.exec(readGuideText(name))?.[1] ?? name
    return { uri: guideScheme + name, name, title, mimeType }
  })
  return { resources }
}

export function readGuideResource(uri: string): ReadResourceResult {
  const name = listGuideNames().find((one) => guideScheme + one === uri)
  if (name === undefined) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType, text: readGuideText(name) }] }
}
