import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { ConsentFields, type ConsentFormValues, noConsent } from '../person/ConsentFields.tsx'
import type { BulkPrompt } from './PeopleBulkBar.tsx'
import type { BulkAction } from './useBulk.ts'

type BulkModalProps = {
  asking: BulkPrompt | undefined
  count: number
  onClose: () => void
  onAct: (action: BulkAction) => void
}
const { bulk } = strings

export function BulkModal({ asking, ...props }: BulkModalProps) {
  return (
    <Dialog opened={asking !== undefined} onClose={props.onClose} title={asking && bulk[asking]}>
      {asking === 'recordConsent' && <ConsentForm {...props} />}
      {(asking === 'addTag' || asking === 'removeTag') && <TagForm kind={asking} {...props} />}
    </Dialog>
  )
}

function TagForm({ kind, count, onClose, onAct }: Omit<BulkModalProps, 'asking'> & { kind: 'addTag' | 'removeTag' }) {
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
        <ModalActions count={count} onClose={onClose} ready={tag.trim() !== ''} />
      </Stack>
    </form>
  )
}

function ConsentForm({ count, onClose, onAct }: Omit<BulkModalProps, 'asking'>) {
  const [values, setGiven] = useState<ConsentFormValues>(noConsent)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAct({ kind: 'recordConsent', body: values })
      }}
    >
      <Stack>
        <Text size="sm" className="quiet">
          {bulk.consentHint}
        </Text>
        <ConsentFields value={values} onChange={setGiven} />
        <ModalActions count={count} onClose={onClose} ready />
      </Stack>
    </form>
  )
}

function ModalActions({ count, onClose, ready }: { count: number; onClose: () => void; ready: boolean }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {strings.cancel}
      </Button>
      <Button type="submit" disabled={!ready}>
        {bulk.apply(count)}
      </Button>
    </Group>
  )
}
