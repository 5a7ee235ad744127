import {
  Button,
  Group,
  MultiSelect,
  SegmentedControl,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconBulb, IconFileImport, IconPlus, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/knowledge.ts'
import { useLint } from '../../../api/lint.ts'
import { useLocations } from '../../../api/lookups.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { RowCount } from '../../../components/DataTable.tsx'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { Findings } from '../../../components/Findings.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { ItemDrawer } from '../ItemDrawer.tsx'
import { KnowledgeFrame } from '../KnowledgeFrame.tsx'
import { createId, useDeleteItems, useItemEditor } from '../sections/item-editing.ts'
import type { AgentFact } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'
import { FactTable } from './FactTable.tsx'
import {
  type FactForm,
  type FactState,
  factStates,
  filterFacts,
  isFactState,
  toFact,
  toFactForm,
  usePlaybookOptions,
} from './fact-form.ts'
import { KnowledgeSearchBox } from './KnowledgeSearchBox.tsx'

const from = '/orgs/$org/agents/$agent/knowledge/facts'
const { facts: texts } = strings

export function FactsPage() {
  const { open, make } = useSearch({ from })
  const go = useFactsSearch()
  const can = useCan('editor')
  const facts = useSection('facts')
  const { visibleItems, drop } = useDeleteItems(facts, ([deleted]) => deleted?.question ?? '')
  const close = () => go({ open: undefined, make: undefined })
  const add = can && <AddButton />
  return (
    <KnowledgeFrame actions={can && <Actions />}>
      <KnowledgeSearchBox />
      {facts.error && <ErrorAlert error={facts.error} retry={facts.refetch} />}
      {!visibleItems && !facts.error && <Loading />}
      {visibleItems?.length === 0 && (
        <EmptyState icon={IconBulb} title={texts.emptyTitle} text={texts.emptyText} action={add} />
      )}
      {visibleItems && visibleItems.length > 0 && <FactListView facts={visibleItems} />}
      {(make || open) && (
        <FactDrawer
          key={make ?? open}
          id={make ? undefined : open}
          onClose={close}
          onDelete={(fact) => {
            close()
            drop([fact])
          }}
        />
      )}
    </KnowledgeFrame>
  )
}

function useFactsSearch() {
  const navigate = useNavigate({ from })
  const now = useSearch({ from })
  return (change: { q?: string; state?: string; open?: string; make?: string; ask?: string }) =>
    void navigate({ to: from, params: true, search: { ...now, ...change }, replace: 'q' in change })
}

function Actions() {
  const params = useRouteIds()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        renderRoot={(root) => (
          <Link to="/orgs/$org/agents/$agent/knowledge/import" params={params} search={{ of: 'facts' }} {...root} />
        )}
      >
        {texts.import}
      </Button>
      <AddButton />
    </>
  )
}

function AddButton() {
  const go = useFactsSearch()
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go({ make: 'new' })}>
      {texts.add}
    </Button>
  )
}

const stateOptions = factStates.map((state) => ({ value: state, label: texts.states[state] }))

function FactListView({ facts }: { facts: AgentFact[] }) {
  const { q = '', state: requestedState } = useSearch({ from })
  const go = useFactsSearch()
  const state: FactState = isFactState(requestedState) ? requestedState : 'all'
  const found = filterFacts(facts, q, state)
  return (
    <Stack>
      <Group align="flex-end">
        <TextInput
          label={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={q}
          onChange={(event) => go({ q: event.currentTarget.value || undefined })}
          w={260}
        />
        <SegmentedControl
          aria-label={texts.state}
          data={stateOptions}
          value={state}
          onChange={(chosen) => go({ state: chosen === 'all' ? undefined : chosen })}
          style={{ flexWrap: 'wrap' }}
        />
      </Group>
      {found.length === 0 ? (
        <EmptyState icon={IconSearchOff} title={texts.noneTitle} text={texts.noneText} />
      ) : (
        <FactTable facts={found} onOpen={({ id }) => go({ open: id })} />
      )}
      <RowCount count={found.length} />
    </Stack>
  )
}

type Props = { id: string | undefined; onClose: () => void; onDelete: (fact: AgentFact) => void }

function FactDrawer({ id, onClose, onDelete }: Props) {
  const facts = useSection('facts')
  const usedIds = new Set(facts.items?.map((fact) => fact.id))
  const editor = useItemEditor<'facts', FactForm>({
    section: 'facts',
    id,
    formOf: toFactForm,
    itemOf: (form, before) => toFact({ ...form, id: form.id || createId(form.question, usedIds) }, before),
    onSaved: onClose,
  })
  const at = facts.items?.findIndex((one) => one.id === id) ?? -1
  const fact = facts.items?.[at]
  return (
    <ItemDrawer
      title={fact?.question ?? texts.newTitle}
      editor={editor}
      isNew={id === undefined}
      onClose={onClose}
      onDelete={fact && (() => onDelete(fact))}
    >
      {editor.ready && <Fields editor={editor} isNew={id === undefined} at={at} />}
      {fact && (
        <Text size="sm" className="quiet" mt="md">
          {fact.source && `${texts.source(fact.source)} · `}
          {texts.updated} <Timestamp at={fact.updatedAt} />
        </Text>
      )}
    </ItemDrawer>
  )
}

function Fields({ editor: { form }, isNew, at }: { editor: Editor<FactForm>; isNew: boolean; at: number }) {
  const playbooks = usePlaybookOptions()
  const locations = useLocations()
  const findings = useLint()
  const checked = (field: string) => form.getInputProps(field, { type: 'checkbox' })
  const beside = (field: string) =>
    at < 0 ? null : <Findings findings={findings} path={`capabilities.knowledge.facts[${at}].${field}`} />
  return (
    <Stack>
      <TextInput
        label={texts.question}
        description={texts.questionHelp}
        required
        data-autofocus
        {...form.getInputProps('question')}
      />
      {beside('question')}
      <Textarea
        label={texts.answer}
        description={texts.answerHelp}
        required
        autosize
        minRows={3}
        {...form.getInputProps('answer')}
      />
      {beside('answer')}
      <TagsInput
        label={texts.alternates}
        description={texts.alternatesHelp}
        maxTags={10}
        {...form.getInputProps('alternates')}
      />
      <MultiSelect
        label={texts.scope}
        description={texts.scopeHelp}
        data={playbooks}
        searchable
        {...form.getInputProps('playbookIds')}
      />
      {locations.length > 0 && (
        <MultiSelect
          label={texts.locations}
          description={texts.locationsHelp}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('locationIds')}
        />
      )}
      <Switch label={texts.exact} description={texts.exactHelp} {...checked('exact')} />
      <Switch label={texts.alwaysOn} description={texts.alwaysOnHelp} {...checked('alwaysOn')} />
      <Switch label={texts.enabled} description={texts.enabledHelp} {...checked('enabled')} />
      <Switch label={texts.confirmed} description={texts.confirmedHelp} {...checked('confirmed')} />
      <TextInput
        label={strings.drawer.id}
        description={isNew ? strings.drawer.idHelp : undefined}
        readOnly={!isNew}
        {...form.getInputProps('id')}
      />
    </Stack>
  )
}
