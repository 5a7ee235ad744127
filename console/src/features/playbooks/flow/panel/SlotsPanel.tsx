import { Accordion, Button, Fieldset, Select, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import { completions, type FlowSlot } from '@parley/definition'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/flow.ts'
import { Findings } from '../../../../components/Findings.tsx'
import type { FlowEditorGraph, FlowHead } from '../model/flow-graph.ts'
import { createSlotName, renameSlot, setFlowHead } from '../model/graph-edits.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import { SlotFields } from './SlotFields.tsx'

const { slots: texts } = strings

/** The slots of the flow, and its general settings. */
export function SlotsPanel({ studio }: { studio: FlowEditorState }) {
  return (
    <Fieldset variant="unstyled" disabled={studio.readOnly} style={{ minWidth: 0 }}>
      <Stack>
        <Slots studio={studio} />
        <Settings studio={studio} />
      </Stack>
    </Fieldset>
  )
}

function Slots({ studio }: { studio: FlowEditorState }) {
  const { slots } = studio.document.graph.head
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {texts.title}
      </Title>
      {slots.length === 0 && (
        <Text size="sm" className="quiet">
          {texts.emptyText}
        </Text>
      )}
      <SlotList studio={studio} />
    </Stack>
  )
}

type SlotListProps = {
  studio: FlowEditorState
  /** Shows only these slots. */
  names?: readonly string[]
  /** Completes the flow that has a new slot. */
  onAdd?: (graph: FlowEditorGraph, name: string) => FlowEditorGraph
}

/** Slots with their settings, each to unfold, and a button for a new one. */
export function SlotList({ studio, names, onAdd = (graph) => graph }: SlotListProps) {
  const { document, findings, readOnly } = studio
  const { graph } = document
  const { slots } = graph.head
  const [openSlot, show] = useState<string | null>(null)
  const withSlots = (next: FlowSlot[]) => setFlowHead(graph, { ...graph.head, slots: next })
  const change = (at: number, next: FlowSlot) => {
    const before = slots[at]
    const isRenamed = before && before.name !== next.name
    document.edit(isRenamed ? renameSlot(graph, before.name, next.name) : withSlots(slots.with(at, next)), `slot ${at}`)
  }
  const add = () => {
    const name = createSlotName(slots)
    document.edit(onAdd(withSlots([...slots, { name, type: 'string' }]), name))
    show(String(slots.length))
  }
  return (
    <>
      <Accordion variant="separated" value={openSlot} onChange={show}>
        {slots.map((slot, at) =>
          names && !names.includes(slot.name) ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the name of a slot changes while the user types it
            <Accordion.Item key={at} value={String(at)}>
              <Accordion.Control>
                {slot.name}
                <Text span size="sm" className="quiet" ml="xs">
                  {texts.types[slot.type]}
                </Text>
              </Accordion.Control>
              <Accordion.Panel>
                <Findings findings={findings} path={`flow.slots[${at}]`} />
                <SlotFields
                  studio={studio}
                  slot={slot}
                  change={(next) => change(at, next)}
                  remove={() => document.edit(withSlots(slots.toSpliced(at, 1)))}
                />
              </Accordion.Panel>
            </Accordion.Item>
          ),
        )}
      </Accordion>
      {!readOnly && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          {texts.add}
        </Button>
      )}
    </>
  )
}

function Settings({ studio: { document } }: { studio: FlowEditorState }) {
  const { graph } = document
  const { head } = graph
  const set = (changes: Partial<FlowHead>) =>
    document.edit(setFlowHead(graph, without({ ...head, ...changes })), 'settings')
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {texts.settings}
      </Title>
      <TextInput
        label={texts.name}
        value={head.name ?? ''}
        onChange={(event) => set({ name: event.currentTarget.value || undefined })}
      />
      <Textarea
        label={texts.description}
        autosize
        value={head.description ?? ''}
        onChange={(event) => set({ description: event.currentTarget.value || undefined })}
      />
      <Select
        label={texts.onComplete}
        data={completions.map((value) => ({ value, label: texts.completions[value] }))}
        allowDeselect={false}
        value={head.onComplete ?? 'return'}
        onChange={(next) => set({ onComplete: next === 'end' ? 'end' : undefined })}
      />
      <Switch
        label={texts.digressions}
        description={texts.digressionsHint}
        checked={head.allowDigressions === true}
        onChange={(event) => set({ allowDigressions: event.currentTarget.checked || undefined })}
      />
    </Stack>
  )
}

/** Removes empty values. */
function without(head: FlowHead): FlowHead {
  return Object.fromEntries(Object.entries(head).filter(([, value]) => value !== undefined)) as FlowHead
}
