import type { Finding } from '@parley/findings'
import type { JsonNode } from '../json-node.ts'
import type { AgentVocabulary } from './known.ts'

/**
 * One group of lint findings. A rule assumes only that the document is JSON, so that schema errors do not hide its
 * findings.
 */
export type LintRule = (document: JsonNode, vocabulary: AgentVocabulary) => Finding[]
