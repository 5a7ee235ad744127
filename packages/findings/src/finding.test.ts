import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatFieldPath, type PathSegment } from './finding.ts'

const paths: [segments: PathSegment[], written: string][] = [
  [['name'], 'name'],
  [['things', 1, 'collections', 0], 'things[1].collections[0]'],
  [['safeHours', 'startHour'], 'safeHours.startHour'],
  [[0, 'id'], '[0].id'],
  [[], ''],
]
for (const [segments, written] of paths) {
  test(`the path ${JSON.stringify(segments)} is written ${written || 'as nothing'}`, () => {
    assert.equal(formatFieldPath(segments), written)
  })
}
