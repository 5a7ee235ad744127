// Worker thread: parses, lints or prints one large document, posts the result, and exits.
import { parentPort, workerData } from 'node:worker_threads'
import {
  type AgentDefinition,
  ChangeRejectedError,
  exportDocument,
  lintDefinition,
  lintDocument,
  parseImportDocument,
  parseOpenapi,
  printJson,
  printYaml,
} from '@parley/definition'
import { Problem } from '../../../platform/http/problem.ts'
import { parseSentDocument } from '../routes/sent-document.ts'
import { createLintContext } from '../tools/definition-environment.ts'
import type { DocumentTask, DocumentTaskResult, LintContext } from './document-thread-client.ts'

const parseDefinition = (json: string) => JSON.parse(json) as AgentDefinition

function toLintLookups({ tools, ...facts }: LintContext) {
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  return createLintContext({ find: (_kind, id) => byId.get(id) }, facts)
}

function runTask(task: DocumentTask): unknown {
  if (task.kind === 'read') return JSON.stringify(parseImportDocument(parseSentDocument(task)))
  if (task.kind === 'openapi') return parseOpenapi(Buffer.from(task.bytes).toString(), task.options)
  const definition = parseDefinition(task.definition)
  if (task.kind === 'lint') return lintDefinition(definition, toLintLookups(task))
  if (task.kind === 'lintDocument') {
    return lintDocument(definition, parseSentDocument(task), { ...toLintLookups(task), now: task.now })
  }
  const document = exportDocument(definition)
  return task.format === 'json' ? printJson(document) : printYaml(document)
}

/** Errors lose their class when they cross threads, so they are sent as plain data. */
function captureResult(task: DocumentTask): DocumentTaskResult {
  try {
    return { kind: 'done', value: runTask(task) }
  } catch (error) {
    if (error instanceof Problem) {
      const { code, status, details, headers } = error
      return { kind: 'problem', code, status, details, headers }
    }
    if (error instanceof ChangeRejectedError) return { kind: 'refused', code: error.code, details: error.details }
    throw error
  }
}

parentPort?.postMessage(captureResult(workerData as DocumentTask))
