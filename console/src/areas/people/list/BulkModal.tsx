import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { words } from '#words/people.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { ConsentFields, type ConsentGiven, noConsent } from '../person/ConsentFields.tsx'
import type { Asking } from './BulkBar.tsx'
import type { BulkAction } from './useBulk.ts'

type Given = { asking: Asking | undefined; count: number; onClose: () => void; onAct: (action: BulkAction) => void }
const { bulk } = words

export function BulkModal({ asking, ...given }: Given) {
  return (
    <Dialog opened={asking !== undefined} onClose={given.onClose} title={asking && bulk[asking]}>
      {asking === 'recordConsent' && <ConsentForm {...given} />}
      {(asking === 'addTag' || asking === 'removeTag') && <TagForm kind={asking} {...given} />}
    </Dialog>
  )
}

function TagForm({ kind, count, onClose, onAct }: Omit<Given, 'asking'> & { kind: 'addTag' | 'removeTag' }) {
  const [tag, setTag] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (tag.trim()) onAct({ kind, tag: tag.trim() })
      }}
    >
      <Stack>
        <TextInput
          label={bulk.tag}
          maxLength={60}
          data-autofocus
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
        />
        <End count={count} onClose={onClose} ready={tag.trim() !== ''} />
      </Stack>
    </form>
  )
}

function ConsentForm({ count, onClose, onAct }: Omit<Given, 'asking'>) {
  const [given, setGiven] = useState<ConsentGiven>(noConsent)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAct({ kind: 'recordConsent', body: given })
      }}
    >
      <Stack>
        <Text size="sm" className="quiet">
          {bulk.consentHint}
        </Text>
        <ConsentFields value={given} onChange={setGiven} />
        <End count={count} onClose={onClose} ready />
      </Stack>
    </form>
  )
}

function End({ count, onClose, ready }: { count: number; onClose: () => void; ready: boolean }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {words.cancel}
      </Button>
      <Button type="submit" disabled={!ready}>
        {bulk.apply(count)}
      </Button>
    </Group>
  )
}
