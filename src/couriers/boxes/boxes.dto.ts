import { DtoList, replacementRules } from '../../platform/http/input/dto-list.js';
import { Field, Name, WholeNumber } from '../../platform/http/input/fields.js';
import { integer, responseDto, text } from '../../platform/http/response-dto/response-dto.js';
import type { BoxPreset } from './box-preset.entity.js';
import type { BoxData } from './boxes.repository.js';
import { BOXES_MAX } from './boxes.service.js';

const NAME_LENGTH = 60;
const SIDE_MAX_MM = 5_000;
const EMPTY_MAX_GRAMS = 100_000;
const GRAMS_MAX = 1_000_000;
/** Cubic centimeters that couriers count as a kilogram. */
const VOLUMETRIC_DIVISOR = 5_000;

const Side = (): PropertyDecorator => WholeNumber({ min: 1, max: SIDE_MAX_MM });

class BoxInputDto {
  @Name({ max: NAME_LENGTH, api: { example: 'Medium carton' } })
  name: string;

  @Side()
  length_mm: number;

  @Side()
  breadth_mm: number;

  @Side()
  height_mm: number;

  @WholeNumber({ min: 0, max: EMPTY_MAX_GRAMS, api: { description: 'Weight of the empty box' } })
  empty_grams: number;

  @WholeNumber({
    min: 1,
    max: GRAMS_MAX,
    api: { description: 'Weight up to which it is chosen, the box included' },
  })
  max_grams: number;
}

export class ReplaceBoxesDto {
  @DtoList(BoxInputDto, BOXES_MAX)
  @Field({
    api: { type: [BoxInputDto], maxItems: BOXES_MAX },
    rules: replacementRules<BoxInputDto>(BOXES_MAX, 'boxes', {
      message: 'must not name a box twice',
      passes: (boxes) => new Set(boxes.map(({ name }) => name)).size === boxes.length,
    }),
  })
  boxes: BoxInputDto[];
}

export class BoxDto extends responseDto<BoxPreset>()({
  id: integer(),
  name: text(),
  length_mm: integer(),
  breadth_mm: integer(),
  height_mm: integer(),
  empty_grams: integer('Weight of the empty box'),
  max_grams: integer('Weight up to which it is chosen, the box included'),
  volumetric_grams: [
    integer('Weight that couriers bill at least: length × breadth × height in cm, by 5000, in kg'),
    volumetricGrams,
  ],
}) {}

export function toBoxes({ boxes }: ReplaceBoxesDto): BoxData[] {
  return boxes.map((box) => ({
    name: box.name,
    lengthMm: box.length_mm,
    breadthMm: box.breadth_mm,
    heightMm: box.height_mm,
    emptyGrams: box.empty_grams,
    maxGrams: box.max_grams,
  }));
}

function volumetricGrams({ lengthMm, breadthMm, heightMm }: BoxPreset): number {
  // A cubic centimeter has 1,000 cubic millimeters, as a kilogram has grams.
  return Math.ceil((lengthMm * breadthMm * heightMm) / VOLUMETRIC_DIVISOR);
}
