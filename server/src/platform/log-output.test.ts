import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogOutput } from './log-output.ts'

type Disk = { room: number; text: string; code: string }

/** A file on a disk with limited space. */
function outputOn(disk: Disk) {
  let lost = 0
  const write = (bytes: Uint8Array): number => {
    if (disk.room === 0) throw Object.assign(new Error(disk.code), { code: disk.code })
    const accepted = bytes.subarray(0, disk.room)
    disk.room -= accepted.length
    disk.text += Buffer.from(accepted).toString()
    return accepted.length
  }
  const now = () => new Date('2030-01-31T12:00:00Z')
  const output = createLogOutput(1, { write, now, onLost: () => lost++ })
  return { ...output, lost: () => lost }
}

const roomy = Number.MAX_SAFE_INTEGER

test('a log on a full disk drops lines, counts them, and resumes when there is space', () => {
  const disk: Disk = { room: 4, text: '', code: 'ENOSPC' }
  const output = outputOn(disk)
  for (const line of ['one\n', 'two\n', 'three\n']) output.write(line)
  assert.deepEqual([disk.text, output.lost()], ['one\n', 2])
  disk.room = roomy
  output.write('four\n')
  output.write('five\n')
  const [first, notice = '', ...others] = disk.text.split('\n')
  assert.deepEqual([first, ...others], ['one', 'four', 'five', ''])
  assert.deepEqual(JSON.parse(notice), {
    level: 40,
    time: '2030-01-31T12:00:00.000Z',
    lines: 2,
    msg: 'log lines were lost because they could not be written',
  })
})

test('a partly written line is terminated before the next one begins', () => {
  const disk: Disk = { room: 6, text: '', code: 'ENOSPC' }
  const output = outputOn(disk)
  output.write('half of this\n')
  disk.room = roomy
  output.write('next\n')
  const lines = disk.text.split('\n')
  assert.deepEqual([lines[0], lines.at(-2)], ['half o', 'next'])
  assert.equal(JSON.parse(lines[1] ?? '').lines, 1)
})

for (const code of ['EDQUOT', 'EIO', 'EPIPE', 'EAGAIN', 'EBADF']) {
  test(`a log that cannot be written because of ${code} does not throw`, () => {
    const disk: Disk = { room: 0, text: '', code }
    const output = outputOn(disk)
    output.write('one\n')
    output.write('two\n')
    assert.equal(output.lost(), 2)
  })
}

test('a briefly blocked pipe loses no line', () => {
  let busy = 3
  let text = ''
  const write = (bytes: Uint8Array): number => {
    if (busy-- > 0) throw Object.assign(new Error('busy'), { code: 'EAGAIN' })
    text += Buffer.from(bytes).toString()
    return bytes.length
  }
  createLogOutput(1, { write }).write('one\n')
  assert.equal(text, 'one\n')
})
