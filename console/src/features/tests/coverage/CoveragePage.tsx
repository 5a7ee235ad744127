import { TestsFrame } from '../shared/TestsFrame.tsx'
import { CoverageReport } from './CoverageReport.tsx'

export function CoveragePage() {
  return (
    <TestsFrame>
      <CoverageReport />
    </TestsFrame>
  )
}
