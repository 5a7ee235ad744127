// Runs in a thread of its own: reads, lints or prints one large document, says what came of it, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import {
  type AgentDefinition,
  exportDocument,
  lintDefinition,
  lintDocument,
  printJson,
  printYaml,
  Refused,
  readDocument,
} from '@parley/definition'
import { Problem } from '../../../platform/http/problem.ts'
import { readValue } from '../routes/read-value.ts'
import { outsideOf } from '../tools/outside.ts'
import type { Outcome, Surroundings, Task } from './apart.ts'

const definitionIn = (json: string) => JSON.parse(json) as AgentDefinition

function aroundIn({ tools, mediaIds }: Surroundings) {
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  const media = new Set(mediaIds)
  return { ...outsideOf({ find: (_kind, id) => byId.get(id) }), knowsMedia: (id: string) => media.has(id) }
}

function perform(task: Task): unknown {
  if (task.kind === 'read') return JSON.stringify(readDocument(readValue(task)))
  const definition = definitionIn(task.definition)
  if (task.kind === 'lint') return lintDefinition(definition, aroundIn(task))
  if (task.kind === 'lintDocument') {
    return lintDocument(definition, readValue(task), { ...aroundIn(task), now: task.now })
  }
  const document = exportDocument(definition)
  return task.format === 'json' ? printJson(document) : printYaml(document)
}

/** Errors lose their class on the way between threads. */
function outcomeOf(task: Task): Outcome {
  try {
    return { kind: 'done', value: perform(task) }
  } catch (error) {
    if (error instanceof Problem) {
      const { code, status, more, headers } = error
      return { kind: 'problem', code, status, more, headers }
    }
    if (error instanceof Refused) return { kind: 'refused', code: error.code, told: error.told }
    throw error
  }
}

parentPort?.postMessage(outcomeOf(workerData as Task))
