import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { IconTemplate } from '@tabler/icons-react'
import { words } from '#words/agent.ts'
import { useCatalog } from '../../../api/catalog.ts'
import { useAgent } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { Linted, LintedAlone, PartFrame } from '../../../parts/section/PartFrame.tsx'
import { usePart } from '../../../parts/section/usePart.ts'
import { TemplateDialog } from '../catalog/TemplateDialog.tsx'
import { useTake } from '../catalog/useTake.ts'
import { LongText } from '../fields/LongText.tsx'
import { AgainstTemplate } from './AgainstTemplate.tsx'

const { personality } = words
type Form = { description: string; text: string }

const shown = ({ description = '', text }: Schema<'AgentPersonality'>): Form => ({ description, text })
const sent = ({ description, text }: Form) => ({ ...(description && { description }), text })
const sections = (form: Form) => ({ personality: form.text || form.description ? sent(form) : null })

export function PersonalityPart() {
  const part = usePart({ path: '/personality', shown, sent, sections })
  const { form, readOnly, ready, dirty } = part.editor
  const [choosing, { open, close }] = useDisclosure()
  const choose = (
    <Button
      variant="default"
      leftSection={<IconTemplate size={16} aria-hidden />}
      onClick={open}
      disabled={dirty}
      title={dirty ? words.gallery.saveFirst : undefined}
    >
      {personality.choose}
    </Button>
  )
  return (
    <PartFrame
      part={part}
      section="personality"
      title={words.parts.personality}
      lead={personality.lead}
      actions={!readOnly && choose}
      below={<AgainstTemplate readOnly={readOnly} dirty={dirty} />}
    >
      {ready && (
        <Stack>
          <LintedAlone path="personality" />
          <Linted path="personality.description">
            <TextInput
              label={personality.description}
              description={personality.descriptionHelp}
              {...form.getInputProps('description')}
            />
          </Linted>
          <Linted path="personality.text">
            <LongText
              path="text"
              label={personality.text}
              description={personality.textHelp}
              minHeight="16rem"
              readOnly={readOnly}
              value={form.values.text}
              error={form.errors.text}
              onChange={(text) => form.setFieldValue('text', text)}
            />
          </Linted>
        </Stack>
      )}
      <Voices opened={choosing} close={close} hasText={Boolean(form.values?.text)} />
    </PartFrame>
  )
}

function Voices({ opened, close, hasText }: { opened: boolean; close: () => void; hasText: boolean }) {
  const agent = useAgent()
  const { data } = useCatalog('personality-templates')
  const take = useTake((templateId) => agent.api.post('/personality/import', { body: { templateId } }), close)
  const ask = async (entry: { id: string; name: string }) => {
    const { replaceTitle: title, replaceText: text, replace: ok } = personality
    if (!hasText || (await confirm({ title, text: text(entry.name), ok }))) take.mutate(entry)
  }
  return (
    <TemplateDialog
      opened={opened}
      close={close}
      title={personality.choose}
      lead={personality.chooseLead}
      entries={data}
      taken={[]}
      take={ask}
      taking={take.isPending ? take.variables.id : undefined}
      content={({ promptFragment }) => (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {promptFragment}
        </Text>
      )}
    />
  )
}
