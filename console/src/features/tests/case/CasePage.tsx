import { Accordion, Alert, Badge, Button, Grid, Group, Menu, SimpleGrid, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconPlayerPlay } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { displaySuiteName } from '#i18n/suite-names.ts'
import { strings } from '#i18n/tests.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { CopyDialog } from '../create/CopyDialog.tsx'
import { StartRun } from '../runs/StartRun.tsx'
import { type TestSuite, useCaseReferences, useSuite } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import { useDeleteCase } from '../suite/useDeleteCase.ts'
import { ListField, LongField, NumberField, OwnFindings, TextField } from './CaseFields.tsx'
import { CaseHistory } from './CaseHistory.tsx'
import { CaseSection } from './CaseLayout.tsx'
import { CompileButton } from './CompileButton.tsx'
import styles from './case.module.css'
import { type CaseDraft, valueAtPath } from './case-draft.ts'

import { ExpectPart } from './ExpectPart.tsx'
import { PreviewPanel, useCasePreview } from './PreviewPanel.tsx'
import { ScenarioPart } from './ScenarioPart.tsx'
import { TurnsPart } from './TurnsPart.tsx'
import {
  CaseEditingContext,
  type CaseEditor,
  createCaseEditing,
  useCaseEditing,
  useCaseEditor,
} from './useCaseEditor.ts'

const { case: aboutPartTexts } = strings

function AboutPart({ suiteId }: { suiteId: string }) {
  const { draft } = useCaseEditing()
  const briefed = valueAtPath(draft, ['brief']) !== undefined
  return (
    <CaseSection title={aboutPartTexts.about}>
      <TextField path={['title']} label={aboutPartTexts.title} required stays />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextField path={['key']} label={aboutPartTexts.key} description={aboutPartTexts.keyHint} />
        <ListField path={['tags']} label={aboutPartTexts.tags} most={20} />
        <NumberField
          path={['samples']}
          label={aboutPartTexts.samples}
          description={aboutPartTexts.samplesHint}
          min={1}
          max={5}
        />
      </SimpleGrid>
      <LongField path={['notes']} label={aboutPartTexts.notes} rows={1} />
      <Accordion variant="contained" defaultValue={briefed ? 'brief' : null}>
        <Accordion.Item value="brief">
          <Accordion.Control>{aboutPartTexts.brief}</Accordion.Control>
          <Accordion.Panel>
            <Group align="stretch" grow preventGrowOverflow={false}>
              <LongField
                path={['brief', 'scenario']}
                label={aboutPartTexts.briefScenario}
                description={aboutPartTexts.briefHint}
              />
              <LongField path={['brief', 'expected']} label={aboutPartTexts.briefExpected} />
            </Group>
            <OwnFindings path={['brief']} />
            <CompileButton suiteId={suiteId} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </CaseSection>
  )
}

const TextPart = lazy(async () => ({ default: (await import('./CaseTextPart.tsx')).CaseTextPart }))
const { case: texts } = strings

export function CasePage() {
  const { suiteId, caseId } = useParams({ from: testPaths.case })
  const suite = useSuite(suiteId)
  if (suite.error) return <ErrorAlert error={suite.error} retry={suite.refetch} />
  if (!suite.data) return <Loading />
  return <OpenCase key={caseId} suite={suite.data} caseId={caseId} />
}

function OpenCase({ suite, caseId }: { suite: TestSuite; caseId: string }) {
  const { tab } = useSearch({ from: testPaths.case })
  const editor = useCaseEditor(suite, caseId)
  const { saved } = editor
  const title = typeof saved?.document.title === 'string' ? saved.document.title : ''
  return (
    <PageLayout
      title={title || texts.new}
      lead={displaySuiteName(suite.name)}
      beside={
        saved?.origin && (
          <Badge variant="default" tt="none">
            {texts.origins[saved.origin] ?? saved.origin}
          </Badge>
        )
      }
      actions={<Actions suite={suite} caseId={caseId} title={title} />}
    >
      <Tabs suite={suite} caseId={caseId} />
      {suite.system && <Alert color="gray" title={texts.systemNote} />}
      {tab === 'history' && caseId !== 'new' && <CaseHistory suiteId={suite.id} caseId={caseId} />}
      <div hidden={tab === 'history'}>
        <CaseEditorView editor={editor} suite={suite} asText={tab === 'text'} />
      </div>
    </PageLayout>
  )
}

const nothing: CaseDraft = {}
type CaseEditorProps = { editor: CaseEditor; suite: TestSuite; asText: boolean }

function CaseEditorView({ editor, suite, asText }: CaseEditorProps) {
  const known = useCaseReferences()
  const { document = nothing, broken } = editor.form.getValues()
  const { preview, findings } = useCasePreview(suite.id, document, editor.ready)
  return (
    <CaseEditingContext value={createCaseEditing(editor, { findings, known })}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <EditedCase editor={editor} asText={asText || broken !== undefined}>
            <CaseFields suiteId={suite.id} />
          </EditedCase>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <div className={styles.beside}>{editor.ready && <PreviewPanel preview={preview} />}</div>
        </Grid.Col>
      </Grid>
    </CaseEditingContext>
  )
}

type EditedCaseProps = { editor: CaseEditor; asText: boolean; children: ReactNode }

/** Read-only text is outside the fieldset: a disabled fieldset would block keyboard access. */
function EditedCase({ editor, asText, children }: EditedCaseProps) {
  const text = (
    <Suspense fallback={<Loading />}>
      <TextPart editor={editor} />
    </Suspense>
  )
  if (asText && editor.ready && editor.readOnly) return text
  return <EditorFrame editor={editor}>{asText ? text : children}</EditorFrame>
}

const CaseFields = ({ suiteId }: { suiteId: string }) => (
  <Stack>
    <AboutPart suiteId={suiteId} />
    <ScenarioPart />
    <TurnsPart />
    <ExpectPart />
  </Stack>
)

function Tabs({ suite, caseId }: { suite: TestSuite; caseId: string }) {
  const params = { ...useRouteIds(), suiteId: suite.id, caseId }
  const exact = { exact: true, includeSearch: true }
  return (
    <LinkTabs label={texts.tabs.label}>
      <Link to={testPaths.case} params={params} search={{}} activeOptions={exact}>
        {texts.tabs.form}
      </Link>
      <Link to={testPaths.case} params={params} search={{ tab: 'text' }} activeOptions={exact}>
        {texts.tabs.text}
      </Link>
      {caseId !== 'new' && (
        <Link to={testPaths.case} params={params} search={{ tab: 'history' }} activeOptions={exact}>
          {texts.tabs.history}
        </Link>
      )}
    </LinkTabs>
  )
}

type ActionsProps = { suite: TestSuite; caseId: string; title: string }

function Actions({ suite, caseId, title }: ActionsProps) {
  const can = useCan('editor')
  const routeIds = useRouteIds()
  const navigate = useNavigate()
  const drop = useDeleteCase(suite.id)
  const [running, run] = useDisclosure()
  const [copying, copy] = useDisclosure()
  const back = { to: testPaths.suite, params: { ...routeIds, suiteId: suite.id } }
  const remove = async () => {
    await navigate(back)
    drop({ id: caseId, title })
  }
  return (
    <>
      <ButtonLink variant="default" {...back}>
        {strings.back}
      </ButtonLink>
      {can && caseId !== 'new' && (
        <>
          <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={run.open}>
            {texts.run}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" px="xs" aria-label={strings.more}>
                <IconDots size={16} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={copy.open}>{texts.copy}</Menu.Item>
              {!suite.system && (
                <Menu.Item color="red" onClick={remove}>
                  {texts.delete}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      {running && <StartRun caseIds={[caseId]} onClose={run.close} />}
      {copying && <CopyDialog testCase={{ id: caseId, suiteId: suite.id }} onClose={copy.close} />}
    </>
  )
}
