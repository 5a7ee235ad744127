import type { CaseDocument } from '@parley/testcase'

/** A case as the program holds one. */
export type TestCase = {
  id: string
  suiteId: string
  document: CaseDocument
  /** Theirs whose conversation it was recorded from. */
  originAsid?: string
  createdAt: Date
  updatedAt: Date
}
