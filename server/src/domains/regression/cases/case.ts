import type { CaseDocument } from '@parley/testcase'

export type TestCase = {
  id: string
  suiteId: string
  document: CaseDocument
  /** The identity whose conversation the case was recorded from. */
  originAsid?: string
  createdAt: Date
  updatedAt: Date
}
