import type { Finding } from '@parley/findings'
import type { JsonNode } from '../json-node.ts'
import type { AgentVocabulary } from './known.ts'

/**
 * One family of what lint tells. A rule takes nothing for granted of the document but that it is JSON: what the schema
 * says of it does not hide what a rule does.
 */
export type LintRule = (document: JsonNode, vocabulary: AgentVocabulary) => Finding[]
