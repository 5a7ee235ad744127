import { strings } from '#i18n/agent.ts'
import { ExactFindings, SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { TextList } from '../fields/TextFields.tsx'

const { instructions } = strings
const most = 20
const longest = 300

type Form = { standingInstructions: string[] }

const toForm = ({ data }: { data: string[] }): Form => ({ standingInstructions: data })
const toBody = (form: Form) => form

export function InstructionsPart() {
  const part = useAgentSection({ path: '/standing-instructions', toForm, toBody, sections: toBody })
  const { form, readOnly, ready } = part.editor
  return (
    <SectionFrame part={part} section="document" title={strings.parts.instructions} lead={instructions.lead}>
      {ready && (
        <>
          <ExactFindings path="standingInstructions" />
          <TextList
            form={form}
            path="standingInstructions"
            documentPath="standingInstructions"
            label={strings.parts.instructions}
            description={instructions.help(form.values.standingInstructions.length, most)}
            entryName={instructions.entry}
            add={instructions.add}
            values={form.values.standingInstructions}
            most={most}
            longest={longest}
            readOnly={readOnly}
          />
        </>
      )}
    </SectionFrame>
  )
}
