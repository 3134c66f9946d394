import type { ProductDetails } from '../catalog/product-record.js';

/** A product of the demo catalog: amounts in minor units (paise), stock in units. */
export interface DemoProduct {
  sku: string;
  /** Where it lies in the warehouse. */
  shelf: string;
  name: string;
  description: string;
  category: string;
  basePriceMinor: number;
  deliveryChargeMinor: number;
  images: string[];
  details?: ProductDetails;
  /** Default: true. */
  active?: boolean;
  /** One or two; names and values without ':', '|', '/' and ','. */
  variations?: { name: string; values: string[] }[];
  /**
   * A number for a product without variations; otherwise every combination by its key:
   * `Name:Value`, joined with `|` in the order of `variations`.
   */
  stock: number | Record<string, number>;
  /** Own prices of the plans "silver" and "gold", in place of the base price. */
  planPriceMinor?: { silver?: number; gold?: number };
}

/**
 * SKUs are group, article, and a measure that distinguishes similar articles (cm, liters, watts,
 * size of a set). The first three products serve the API examples: without variations, with one,
 * with two. The others follow by category.
 */
export const demoCatalog: readonly DemoProduct[] = [
  {
    sku: 'TW-GLS-06',
    shelf: 'A-01-1',
    name: 'Stainless Steel Tumbler 300 ml, Set of 6',
    description:
      'Single-wall stainless steel tumblers with a rolled rim and satin finish, 12 cm high, 7.5 cm across. Six tumblers per box, 12 boxes to a carton. Dishwasher safe.',
    category: 'Tableware',
    basePriceMinor: 24000,
    deliveryChargeMinor: 3000,
    images: [
      'https://images.example.com/catalog/tw-gls-06.jpg',
      'https://images.example.com/catalog/tw-gls-06-box.jpg',
    ],
    details: {
      gtin: '8901234567890',
      hsn: '73239390',
      brand: 'Surya Steel',
      weightGrams: 1150,
      gstRateBp: 1200,
    },
    stock: 1200,
  },
  {
    sku: 'BB-TWL-75',
    shelf: 'D-06-2',
    name: 'Cotton Bath Towel 75 x 150 cm',
    description:
      'Ring-spun cotton terry towel, 400 GSM, with a woven dobby border. Each towel is folded in a paper band, 24 to a carton. Machine wash at 40 °C, colors separately for the first two washes.',
    category: 'Bed and Bath',
    basePriceMinor: 28500,
    deliveryChargeMinor: 2500,
    images: [
      'https://images.example.com/catalog/bb-twl-75-white.jpg',
      'https://images.example.com/catalog/bb-twl-75-sage.jpg',
      'https://images.example.com/catalog/bb-twl-75-indigo.jpg',
    ],
    details: {
      gtin: '8901234567906',
      hsn: '63026090',
      brand: 'Kaveri Mills',
      weightGrams: 560,
      gstRateBp: 500,
    },
    variations: [{ name: 'Colour', values: ['White', 'Sage', 'Indigo', 'Terracotta'] }],
    stock: {
      'Colour:White': 320,
      'Colour:Sage': 145,
      'Colour:Indigo': 210,
      'Colour:Terracotta': 96,
    },
  },
  {
    sku: 'KT-APR-85',
    shelf: 'C-11-3',
    name: 'Handloom Cotton Bib Apron',
    description:
      'Plain-weave handloom cotton, 220 GSM, with an adjustable neck strap and one front pocket. M is 70 x 85 cm, L is 80 x 90 cm. Machine wash cold, line dry.',
    category: 'Kitchen',
    basePriceMinor: 19500,
    deliveryChargeMinor: 1500,
    images: [
      'https://images.example.com/catalog/kt-apr-85-indigo.jpg',
      'https://images.example.com/catalog/kt-apr-85-mustard.jpg',
    ],
    details: {
      gtin: '8901234567913',
      hsn: '62114290',
      brand: 'Kaveri Mills',
      weightGrams: 210,
      gstRateBp: 500,
    },
    variations: [
      { name: 'Size', values: ['M', 'L'] },
      { name: 'Colour', values: ['Indigo', 'Mustard', 'Charcoal'] },
    ],
    stock: {
      'Size:M|Colour:Indigo': 120,
      'Size:M|Colour:Mustard': 84,
      'Size:M|Colour:Charcoal': 150,
      'Size:L|Colour:Indigo': 95,
      'Size:L|Colour:Mustard': 48,
      'Size:L|Colour:Charcoal': 110,
    },
  },

  // Kitchen
  {
    sku: 'KT-KDH-24',
    shelf: 'A-04-4',
    name: 'Hammered Aluminum Kadhai 24 cm',
    description:
      'Aluminum kadhai of 3 mm thickness with a hammered outer surface and riveted steel handles, 2.5 liters. For gas stoves only. Hand wash with a soft scrubber.',
    category: 'Kitchen',
    basePriceMinor: 42000,
    deliveryChargeMinor: 4500,
    images: [
      'https://images.example.com/catalog/kt-kdh-24.jpg',
      'https://images.example.com/catalog/kt-kdh-24-side.jpg',
    ],
    stock: 260,
    planPriceMinor: { silver: 39200, gold: 37400 },
  },
  {
    sku: 'KT-TWA-28',
    shelf: 'E-09-1',
    name: 'Cast Iron Dosa Tawa 28 cm',
    description:
      'Flat cast iron griddle with two loop handles, pre-seasoned with vegetable oil, 2.6 kg. Suitable for gas and induction. Wipe dry and oil lightly after use.',
    category: 'Kitchen',
    basePriceMinor: 64000,
    deliveryChargeMinor: 9000,
    images: ['https://images.example.com/catalog/kt-twa-28.jpg'],
    stock: 134,
  },
  {
    sku: 'KT-PCK-05',
    shelf: 'C-02-2',
    name: 'Stainless Steel Pressure Cooker 5 L, Outer Lid',
    description:
      'Stainless steel body with a three-layer induction base, outer lid, weight valve and safety plug. Supplied with one gasket and an instruction leaflet, 4 cookers to a carton.',
    category: 'Kitchen',
    basePriceMinor: 165000,
    deliveryChargeMinor: 11000,
    images: [
      'https://images.example.com/catalog/kt-pck-05.jpg',
      'https://images.example.com/catalog/kt-pck-05-lid.jpg',
      'https://images.example.com/catalog/kt-pck-05-base.jpg',
    ],
    stock: 72,
    planPriceMinor: { silver: 153500, gold: 146500 },
  },
  {
    sku: 'KT-GSK-02',
    shelf: 'B-07-3',
    name: 'Pressure Cooker Gasket, Pack of 2',
    description:
      'Food-grade nitrile sealing rings for outer-lid pressure cookers. Choose by the capacity of the cooker. Replace after about 12 months of daily use.',
    category: 'Kitchen',
    basePriceMinor: 6400,
    deliveryChargeMinor: 0,
    images: ['https://images.example.com/catalog/kt-gsk-02.jpg'],
    variations: [{ name: 'Size', values: ['2 L', '3 L', '5 L'] }],
    stock: { 'Size:2 L': 180, 'Size:3 L': 425, 'Size:5 L': 390 },
  },
  {
    sku: 'KT-SPT-04',
    shelf: 'E-12-4',
    name: 'Silicone Spatula Set of 4',
    description:
      'Two spatulas, a spoon and a pastry brush with silicone heads and beech handles, 28 to 31 cm long. Heat resistant to 220 °C. Hand wash recommended.',
    category: 'Kitchen',
    basePriceMinor: 21000,
    deliveryChargeMinor: 2000,
    images: ['https://images.example.com/catalog/kt-spt-04.jpg'],
    variations: [{ name: 'Colour', values: ['Grey', 'Mint', 'Brick Red'] }],
    stock: { 'Colour:Grey': 140, 'Colour:Mint': 62, 'Colour:Brick Red': 88 },
  },
  {
    sku: 'KT-CHB-23',
    shelf: 'D-05-1',
    name: 'Sheesham Rolling Board and Pin 23 cm',
    description:
      'Chakla of 23 cm diameter on three feet with a matching 33 cm belan, turned from solid sheesham. Wipe with a damp cloth, do not soak.',
    category: 'Kitchen',
    basePriceMinor: 31000,
    deliveryChargeMinor: 4000,
    images: ['https://images.example.com/catalog/kt-chb-23.jpg'],
    stock: 118,
  },
  {
    sku: 'KT-PLR-18',
    shelf: 'B-10-2',
    name: 'Stainless Steel Vegetable Peeler 18 cm',
    description:
      'Swivel blade peeler in stainless steel with a hanging loop. Header card packing, 48 to an inner box.',
    category: 'Kitchen',
    basePriceMinor: 3500,
    deliveryChargeMinor: 0,
    images: ['https://images.example.com/catalog/kt-plr-18.jpg'],
    stock: 2150,
  },
  {
    sku: 'KT-IDL-16',
    shelf: 'A-03-3',
    name: 'Stainless Steel Idli Steamer, 16 Idlis',
    description:
      'Steamer pot with glass lid and four removable plates of four moulds each, 22 cm diameter. Suitable for gas and induction. All parts are dishwasher safe.',
    category: 'Kitchen',
    basePriceMinor: 89000,
    deliveryChargeMinor: 7000,
    images: [
      'https://images.example.com/catalog/kt-idl-16.jpg',
      'https://images.example.com/catalog/kt-idl-16-plates.jpg',
    ],
    stock: 57,
  },

  // Tableware
  {
    sku: 'TW-THL-05',
    shelf: 'D-08-4',
    name: 'Stainless Steel Thali Set of 5',
    description:
      'One 30 cm thali, three 9 cm katoris and one dessert spoon in mirror-polished stainless steel. Shrink-wrapped sets, 20 to a carton. Dishwasher safe.',
    category: 'Tableware',
    basePriceMinor: 36500,
    deliveryChargeMinor: 3500,
    images: ['https://images.example.com/catalog/tw-thl-05.jpg'],
    stock: 340,
  },
  {
    sku: 'TW-MUG-33',
    shelf: 'C-01-1',
    name: 'Stoneware Mug 330 ml',
    description:
      'Reactive-glaze stoneware mug, 9 cm high, 8.5 cm across; the glaze varies slightly from mug to mug. Microwave and dishwasher safe. Single box, 36 to a carton.',
    category: 'Tableware',
    basePriceMinor: 11800,
    deliveryChargeMinor: 2500,
    images: [
      'https://images.example.com/catalog/tw-mug-33-ocean.jpg',
      'https://images.example.com/catalog/tw-mug-33-sand.jpg',
    ],
    variations: [{ name: 'Colour', values: ['Ocean', 'Sand', 'Moss', 'Slate'] }],
    stock: { 'Colour:Ocean': 216, 'Colour:Sand': 180, 'Colour:Moss': 72, 'Colour:Slate': 144 },
  },
  {
    sku: 'TW-DNR-24',
    shelf: 'A-06-2',
    name: 'Opal Glass Dinner Set of 24',
    description:
      'Six each of 27 cm dinner plates, 19 cm quarter plates, 11 cm bowls and dessert spoons. White tempered opal glass with a plain rim. Microwave and dishwasher safe, gift carton of 8.4 kg.',
    category: 'Tableware',
    basePriceMinor: 198000,
    deliveryChargeMinor: 18000,
    images: [
      'https://images.example.com/catalog/tw-dnr-24.jpg',
      'https://images.example.com/catalog/tw-dnr-24-plate.jpg',
      'https://images.example.com/catalog/tw-dnr-24-carton.jpg',
    ],
    stock: 46,
    planPriceMinor: { silver: 185000, gold: 175000 },
  },
  {
    sku: 'TW-JUG-12',
    shelf: 'E-11-3',
    name: 'Hammered Copper Water Jug 1.2 L',
    description:
      'Pure copper jug with lid and brass knob, hammered outside and lacquer free inside, 22 cm high. Clean with tamarind or lemon and salt; for water only.',
    category: 'Tableware',
    basePriceMinor: 115000,
    deliveryChargeMinor: 6000,
    images: ['https://images.example.com/catalog/tw-jug-12.jpg'],
    stock: 38,
  },

  // Storage
  {
    sku: 'ST-DBA-07',
    shelf: 'C-04-4',
    name: 'Masala Dabba with 7 Bowls',
    description:
      'Round stainless steel spice box, 20 cm diameter, with a see-through lid, seven bowls and two spoons. Each bowl holds about 90 g of ground spice.',
    category: 'Storage',
    basePriceMinor: 54000,
    deliveryChargeMinor: 4000,
    images: [
      'https://images.example.com/catalog/st-dba-07.jpg',
      'https://images.example.com/catalog/st-dba-07-open.jpg',
    ],
    stock: 205,
  },
  {
    sku: 'ST-CNT-06',
    shelf: 'B-09-1',
    name: 'Airtight Container Set of 6',
    description:
      'Stackable square containers in clear BPA-free plastic with four-side locking lids: two each of 500 ml, 1 L and 1.8 L. The color is that of the lids. Hand wash, not for the microwave.',
    category: 'Storage',
    basePriceMinor: 39500,
    deliveryChargeMinor: 6000,
    images: ['https://images.example.com/catalog/st-cnt-06.jpg'],
    variations: [{ name: 'Colour', values: ['Grey', 'Leaf Green', 'Red'] }],
    stock: { 'Colour:Grey': 96, 'Colour:Leaf Green': 54, 'Colour:Red': 31 },
  },
  {
    sku: 'ST-BTL-75',
    shelf: 'E-02-2',
    name: 'Insulated Steel Bottle 750 ml',
    description:
      'Double-wall vacuum bottle in stainless steel with a powder-coated body and screw lid, 26 cm high, 7 cm across. Keeps drinks hot for 10 hours or cold for 18. Hand wash only.',
    category: 'Storage',
    basePriceMinor: 48500,
    deliveryChargeMinor: 3000,
    images: [
      'https://images.example.com/catalog/st-btl-75-black.jpg',
      'https://images.example.com/catalog/st-btl-75-teal.jpg',
    ],
    variations: [{ name: 'Colour', values: ['Black', 'Teal', 'White', 'Coral'] }],
    stock: { 'Colour:Black': 240, 'Colour:Teal': 128, 'Colour:White': 160, 'Colour:Coral': 44 },
    planPriceMinor: { gold: 43000 },
  },
  {
    sku: 'ST-TIF-03',
    shelf: 'D-07-3',
    name: 'Stainless Steel Tiffin Carrier, 3 Tier',
    description:
      'Three stacking containers of 450 ml each with a clip frame and carrying handle, 14 cm diameter, 21 cm high. Dishwasher safe, 12 to a carton.',
    category: 'Storage',
    basePriceMinor: 43000,
    deliveryChargeMinor: 3500,
    images: ['https://images.example.com/catalog/st-tif-03.jpg'],
    stock: 166,
  },
  {
    sku: 'ST-JAR-03',
    shelf: 'B-12-4',
    name: 'Glass Jar 1 L with Bamboo Lid, Set of 3',
    description:
      'Borosilicate glass jars, 10 cm diameter, 16 cm high, with bamboo lids and silicone seals. Wash the jars in the dishwasher, the lids by hand.',
    category: 'Storage',
    basePriceMinor: 34500,
    deliveryChargeMinor: 7000,
    images: ['https://images.example.com/catalog/st-jar-03.jpg'],
    stock: 0,
  },
  {
    sku: 'ST-ATA-15',
    shelf: 'A-05-1',
    name: 'Stainless Steel Flour Drum 15 kg',
    description:
      'Upright drum with hinged lid and side grips for 15 kg of flour or 18 kg of rice, 30 cm diameter, 38 cm high. Packed singly in a corrugated box.',
    category: 'Storage',
    basePriceMinor: 142000,
    deliveryChargeMinor: 15000,
    images: ['https://images.example.com/catalog/st-ata-15.jpg'],
    stock: 24,
  },

  // Bed and Bath
  {
    sku: 'BB-ROB-240',
    shelf: 'D-10-2',
    name: 'Waffle Cotton Bathrobe',
    description:
      'Unisex robe in waffle-weave cotton, 240 GSM, with shawl collar, belt and two pockets. Length 112 cm in size M. Machine wash at 40 °C, tumble dry low.',
    category: 'Bed and Bath',
    basePriceMinor: 78000,
    deliveryChargeMinor: 5000,
    images: [
      'https://images.example.com/catalog/bb-rob-240-white.jpg',
      'https://images.example.com/catalog/bb-rob-240-grey.jpg',
      'https://images.example.com/catalog/bb-rob-240-navy.jpg',
    ],
    variations: [
      { name: 'Size', values: ['S', 'M', 'L', 'XL'] },
      { name: 'Colour', values: ['White', 'Grey', 'Navy'] },
    ],
    stock: {
      'Size:S|Colour:White': 18,
      'Size:S|Colour:Grey': 0,
      'Size:S|Colour:Navy': 7,
      'Size:M|Colour:White': 42,
      'Size:M|Colour:Grey': 26,
      'Size:M|Colour:Navy': 15,
      'Size:L|Colour:White': 36,
      'Size:L|Colour:Grey': 22,
      'Size:L|Colour:Navy': 0,
      'Size:XL|Colour:White': 12,
      'Size:XL|Colour:Grey': 5,
      'Size:XL|Colour:Navy': 0,
    },
  },
  {
    sku: 'BB-PLC-02',
    shelf: 'C-03-3',
    name: 'Cotton Pillow Cover, Pair',
    description:
      'Percale cotton, 200 thread count, with an inside flap closure. Sold by the pair, 50 pairs to a carton. Machine wash at 40 °C, warm iron.',
    category: 'Bed and Bath',
    basePriceMinor: 16500,
    deliveryChargeMinor: 1500,
    images: ['https://images.example.com/catalog/bb-plc-02.jpg'],
    variations: [
      { name: 'Size', values: ['43 x 69 cm', '46 x 71 cm'] },
      { name: 'Colour', values: ['White', 'Sky Blue', 'Beige', 'Rose'] },
    ],
    stock: {
      'Size:43 x 69 cm|Colour:White': 300,
      'Size:43 x 69 cm|Colour:Sky Blue': 150,
      'Size:43 x 69 cm|Colour:Beige': 175,
      'Size:43 x 69 cm|Colour:Rose': 60,
      'Size:46 x 71 cm|Colour:White': 250,
      'Size:46 x 71 cm|Colour:Sky Blue': 100,
      'Size:46 x 71 cm|Colour:Beige': 125,
      'Size:46 x 71 cm|Colour:Rose': 35,
    },
  },
  {
    sku: 'BB-DHR-152',
    shelf: 'A-08-4',
    name: 'Block-Printed Cotton Dohar, Single',
    description:
      'Reversible three-layer dohar of cotton cambric with a muslin filling, 152 x 229 cm, hand-block printed on both sides. Machine wash cold with similar colors, dry in shade.',
    category: 'Bed and Bath',
    basePriceMinor: 72000,
    deliveryChargeMinor: 6000,
    images: [
      'https://images.example.com/catalog/bb-dhr-152.jpg',
      'https://images.example.com/catalog/bb-dhr-152-reverse.jpg',
    ],
    stock: 88,
  },
  {
    sku: 'BB-RZI-225',
    shelf: 'E-01-1',
    name: 'Cotton-Filled Razai, Double',
    description:
      'Winter quilt of 225 x 250 cm with a cotton cover and 2.5 kg of carded cotton filling, stitched in channels. Dry clean only. Supplied from October to February.',
    category: 'Bed and Bath',
    basePriceMinor: 189000,
    deliveryChargeMinor: 16000,
    images: ['https://images.example.com/catalog/bb-rzi-225.jpg'],
    active: false,
    stock: 18,
  },
  {
    sku: 'BB-SLP-25',
    shelf: 'C-06-2',
    name: 'EVA Bath Slippers, Pair',
    description:
      'Seamless molded EVA slippers with a 25 mm drainage sole. Sizes are UK sizes. Polybag packing, 40 pairs to a carton.',
    category: 'Bed and Bath',
    basePriceMinor: 11000,
    deliveryChargeMinor: 1500,
    images: ['https://images.example.com/catalog/bb-slp-25.jpg'],
    variations: [
      { name: 'Size', values: ['6', '7', '8', '9'] },
      { name: 'Colour', values: ['Blue', 'Grey'] },
    ],
    stock: {
      'Size:6|Colour:Blue': 80,
      'Size:6|Colour:Grey': 64,
      'Size:7|Colour:Blue': 120,
      'Size:7|Colour:Grey': 110,
      'Size:8|Colour:Blue': 135,
      'Size:8|Colour:Grey': 98,
      'Size:9|Colour:Blue': 40,
      'Size:9|Colour:Grey': 52,
    },
  },

  // Furnishing
  {
    sku: 'FN-CSH-02',
    shelf: 'B-11-3',
    name: 'Textured Cotton Cushion Cover, Pack of 2',
    description:
      'Slub cotton covers with a concealed zip and overlocked seams; inserts not included. Machine wash cold, inside out.',
    category: 'Furnishing',
    basePriceMinor: 24500,
    deliveryChargeMinor: 1500,
    images: [
      'https://images.example.com/catalog/fn-csh-02-rust.jpg',
      'https://images.example.com/catalog/fn-csh-02-teal.jpg',
    ],
    variations: [
      { name: 'Size', values: ['40 x 40 cm', '45 x 45 cm'] },
      { name: 'Colour', values: ['Rust', 'Teal', 'Ivory'] },
    ],
    stock: {
      'Size:40 x 40 cm|Colour:Rust': 90,
      'Size:40 x 40 cm|Colour:Teal': 66,
      'Size:40 x 40 cm|Colour:Ivory': 112,
      'Size:45 x 45 cm|Colour:Rust': 74,
      'Size:45 x 45 cm|Colour:Teal': 28,
      'Size:45 x 45 cm|Colour:Ivory': 130,
    },
  },
  {
    sku: 'FN-CRT-117',
    shelf: 'E-04-4',
    name: 'Eyelet Door Curtain, Width 117 cm',
    description:
      'Room-darkening polyester curtain, 230 GSM, with eight steel eyelets of 40 mm. The size is the drop; sold as a single panel. Machine wash cold, cool iron.',
    category: 'Furnishing',
    basePriceMinor: 52000,
    deliveryChargeMinor: 4500,
    images: [
      'https://images.example.com/catalog/fn-crt-117.jpg',
      'https://images.example.com/catalog/fn-crt-117-eyelet.jpg',
    ],
    variations: [
      { name: 'Size', values: ['213 cm', '229 cm'] },
      { name: 'Colour', values: ['Beige', 'Charcoal', 'Wine'] },
    ],
    stock: {
      'Size:213 cm|Colour:Beige': 64,
      'Size:213 cm|Colour:Charcoal': 82,
      'Size:213 cm|Colour:Wine': 20,
      'Size:229 cm|Colour:Beige': 38,
      'Size:229 cm|Colour:Charcoal': 45,
      'Size:229 cm|Colour:Wine': 12,
    },
  },
  {
    sku: 'FN-RUN-180',
    shelf: 'D-09-1',
    name: 'Block-Printed Table Runner 35 x 180 cm',
    description:
      'Cotton canvas runner, hand-block printed with pigment colors, mitred corners. Hand wash cold, iron on the reverse.',
    category: 'Furnishing',
    basePriceMinor: 26000,
    deliveryChargeMinor: 1500,
    images: ['https://images.example.com/catalog/fn-run-180.jpg'],
    variations: [{ name: 'Colour', values: ['Indigo', 'Madder Red', 'Olive'] }],
    stock: { 'Colour:Indigo': 58, 'Colour:Madder Red': 33, 'Colour:Olive': 9 },
  },
  {
    sku: 'FN-DHU-240',
    shelf: 'B-02-2',
    name: 'Handwoven Cotton Dhurrie 150 x 240 cm',
    description:
      'Flat-woven cotton floor rug, reversible, with a geometric stripe in natural and indigo and knotted ends, 3.8 kg. Vacuum regularly, dry clean when soiled.',
    category: 'Furnishing',
    basePriceMinor: 245000,
    deliveryChargeMinor: 22000,
    images: [
      'https://images.example.com/catalog/fn-dhu-240.jpg',
      'https://images.example.com/catalog/fn-dhu-240-detail.jpg',
    ],
    stock: 19,
    planPriceMinor: { silver: 229000, gold: 218000 },
  },
  {
    sku: 'FN-MAT-75',
    shelf: 'A-07-3',
    name: 'Coir Doormat 45 x 75 cm',
    description:
      'Natural coir pile of 15 mm on an anti-slip PVC backing, plain with a black border. Shake or brush to clean. Ten mats to a bale.',
    category: 'Furnishing',
    basePriceMinor: 28500,
    deliveryChargeMinor: 5000,
    images: ['https://images.example.com/catalog/fn-mat-75.jpg'],
    stock: 150,
  },

  // Cleaning
  {
    sku: 'CL-BKT-16',
    shelf: 'D-12-4',
    name: 'Plastic Bucket 16 L with Steel Handle',
    description:
      'Virgin polypropylene bucket with liter marks and a galvanized steel handle, 32 cm diameter. Nested in stacks of 12.',
    category: 'Cleaning',
    basePriceMinor: 13500,
    deliveryChargeMinor: 6000,
    images: ['https://images.example.com/catalog/cl-bkt-16.jpg'],
    variations: [{ name: 'Colour', values: ['Blue', 'Green', 'Maroon'] }],
    stock: { 'Colour:Blue': 144, 'Colour:Green': 108, 'Colour:Maroon': 60 },
  },
  {
    sku: 'CL-GLV-32',
    shelf: 'C-05-1',
    name: 'Flock-Lined Household Gloves 32 cm, Pair',
    description:
      'Natural rubber gloves with cotton flock lining and textured palm. Contains latex. Polybag packing, 12 pairs of one size and color to an inner box.',
    category: 'Cleaning',
    basePriceMinor: 7200,
    deliveryChargeMinor: 0,
    images: ['https://images.example.com/catalog/cl-glv-32.jpg'],
    variations: [
      { name: 'Size', values: ['S', 'M', 'L'] },
      { name: 'Colour', values: ['Yellow', 'Blue'] },
    ],
    stock: {
      'Size:S|Colour:Yellow': 192,
      'Size:S|Colour:Blue': 84,
      'Size:M|Colour:Yellow': 360,
      'Size:M|Colour:Blue': 240,
      'Size:L|Colour:Yellow': 276,
      'Size:L|Colour:Blue': 168,
    },
  },
  {
    sku: 'CL-MOP-40',
    shelf: 'A-10-2',
    name: 'Flat Microfiber Mop 40 cm',
    description:
      'Swivel-head floor mop with a telescopic steel handle of 75 to 125 cm and two microfiber pads. Pads are machine washable at 60 °C without softener.',
    category: 'Cleaning',
    basePriceMinor: 39000,
    deliveryChargeMinor: 6500,
    images: [
      'https://images.example.com/catalog/cl-mop-40.jpg',
      'https://images.example.com/catalog/cl-mop-40-pad.jpg',
    ],
    stock: 83,
  },
  {
    sku: 'CL-CLT-05',
    shelf: 'E-03-3',
    name: 'Microfiber Cleaning Cloth, Pack of 5',
    description:
      'Warp-knit microfiber, 300 GSM, 40 x 40 cm, in five assorted colors. Machine wash at 60 °C without softener.',
    category: 'Cleaning',
    basePriceMinor: 12500,
    deliveryChargeMinor: 0,
    images: ['https://images.example.com/catalog/cl-clt-05.jpg'],
    stock: 720,
  },
  {
    sku: 'CL-BRM-110',
    shelf: 'C-08-4',
    name: 'Grass Floor Broom 110 cm',
    description:
      'Soft broom of dried hill grass bound on a plastic-sleeved handle, about 400 g. Store hanging and dry. Bundles of 25.',
    category: 'Cleaning',
    basePriceMinor: 8800,
    deliveryChargeMinor: 3000,
    images: ['https://images.example.com/catalog/cl-brm-110.jpg'],
    stock: 475,
  },
  {
    sku: 'CL-STD-18',
    shelf: 'B-01-1',
    name: 'Folding Clothes Drying Stand, 18 m',
    description:
      'Powder-coated steel stand with two adjustable wings and 18 m of drying length, 180 x 56 x 105 cm when open. Folds to a depth of 7 cm, load up to 15 kg.',
    category: 'Cleaning',
    basePriceMinor: 134000,
    deliveryChargeMinor: 19000,
    images: ['https://images.example.com/catalog/cl-std-18.jpg'],
    stock: 31,
  },

  // Stationery
  {
    sku: 'SN-NTB-172',
    shelf: 'E-06-2',
    name: 'Ruled Long Notebook, 172 Pages',
    description:
      'Single-ruled notebook of 17 x 27 cm, 58 GSM writing paper, thread-sewn with a laminated soft cover. Shrink packs of 6, 72 notebooks to a carton.',
    category: 'Stationery',
    basePriceMinor: 4800,
    deliveryChargeMinor: 0,
    images: ['https://images.example.com/catalog/sn-ntb-172.jpg'],
    stock: 1860,
  },
  {
    sku: 'SN-PEN-10',
    shelf: 'D-11-3',
    name: 'Gel Pen 0.5 mm, Box of 10',
    description:
      'Retractable gel pens with water-resistant ink, rubber grip and metal clip. One ink color per box, 20 boxes to an outer carton.',
    category: 'Stationery',
    basePriceMinor: 7800,
    deliveryChargeMinor: 0,
    images: ['https://images.example.com/catalog/sn-pen-10.jpg'],
    variations: [{ name: 'Colour', values: ['Blue', 'Black', 'Red'] }],
    stock: { 'Colour:Blue': 640, 'Colour:Black': 520, 'Colour:Red': 115 },
  },
  {
    sku: 'SN-PCH-10',
    shelf: 'B-04-4',
    name: 'Zip Document Pouch, Pack of 10',
    description:
      'Mesh-reinforced PVC pouches, 0.3 mm, with a slide zip and a name card slot. Foolscap takes sheets of up to 21.5 x 34.5 cm.',
    category: 'Stationery',
    basePriceMinor: 16000,
    deliveryChargeMinor: 1000,
    images: ['https://images.example.com/catalog/sn-pch-10.jpg'],
    variations: [
      { name: 'Size', values: ['A4', 'Foolscap'] },
      { name: 'Colour', values: ['Clear', 'Blue', 'Green', 'Red'] },
    ],
    stock: {
      'Size:A4|Colour:Clear': 210,
      'Size:A4|Colour:Blue': 140,
      'Size:A4|Colour:Green': 75,
      'Size:A4|Colour:Red': 68,
      'Size:Foolscap|Colour:Clear': 185,
      'Size:Foolscap|Colour:Blue': 122,
      'Size:Foolscap|Colour:Green': 40,
      'Size:Foolscap|Colour:Red': 26,
    },
  },
  {
    sku: 'SN-BXF-75',
    shelf: 'A-09-1',
    name: 'Lever Arch Box File, Spine 75 mm',
    description:
      'Rigid board file covered in polypropylene, with a steel lever mechanism, finger ring and index pocket, for A4 and foolscap. Holds about 500 sheets.',
    category: 'Stationery',
    basePriceMinor: 12800,
    deliveryChargeMinor: 2500,
    images: ['https://images.example.com/catalog/sn-bxf-75.jpg'],
    variations: [{ name: 'Colour', values: ['Black', 'Blue'] }],
    stock: { 'Colour:Black': 260, 'Colour:Blue': 175 },
  },
  {
    sku: 'SN-PPR-500',
    shelf: 'D-02-2',
    name: 'A4 Copier Paper 75 GSM, Ream of 500',
    description:
      'Wood-free white paper, 210 x 297 mm, for laser and inkjet printing on both sides. Moisture-proof wrapper, 10 reams to a carton.',
    category: 'Stationery',
    basePriceMinor: 26800,
    deliveryChargeMinor: 4500,
    images: ['https://images.example.com/catalog/sn-ppr-500.jpg'],
    stock: 930,
  },

  // Electronics
  {
    sku: 'EL-BLB-09',
    shelf: 'C-07-3',
    name: 'LED Bulb 9 W, B22 Base',
    description:
      'Non-dimmable bulb with 900 lumens, for 220 to 240 V, rated life 15,000 hours. Warm White is 3000 K, Cool Daylight 6500 K. Boxes of 10.',
    category: 'Electronics',
    basePriceMinor: 5800,
    deliveryChargeMinor: 0,
    images: ['https://images.example.com/catalog/el-blb-09.jpg'],
    variations: [{ name: 'Colour', values: ['Cool Daylight', 'Warm White'] }],
    stock: { 'Colour:Cool Daylight': 880, 'Colour:Warm White': 310 },
  },
  {
    sku: 'EL-BAT-10',
    shelf: 'A-12-4',
    name: 'Alkaline Battery 1.5 V, Pack of 10',
    description:
      'Mercury-free alkaline cells, shelf life seven years. Shrink-wrapped packs, 24 to an inner carton. Not rechargeable.',
    category: 'Electronics',
    basePriceMinor: 16500,
    deliveryChargeMinor: 0,
    images: ['https://images.example.com/catalog/el-bat-10.jpg'],
    variations: [{ name: 'Size', values: ['AA', 'AAA'] }],
    stock: { 'Size:AA': 456, 'Size:AAA': 384 },
  },
  {
    sku: 'EL-EXT-04',
    shelf: 'E-05-1',
    name: 'Extension Board, 4 Sockets, 2 m',
    description:
      'Flame-retardant polycarbonate board with four shuttered 6 A sockets, individual switches and a resettable fuse. Three-core copper cord of 2 m.',
    category: 'Electronics',
    basePriceMinor: 42500,
    deliveryChargeMinor: 3000,
    images: ['https://images.example.com/catalog/el-ext-04.jpg'],
    stock: 192,
  },
  {
    sku: 'EL-KTL-15',
    shelf: 'C-10-2',
    name: 'Electric Kettle 1.5 L, 1500 W',
    description:
      'Stainless steel body on a 360 degree base, with automatic shut-off and boil-dry protection. Cord of 0.75 m, one-year warranty, 8 kettles to a carton.',
    category: 'Electronics',
    basePriceMinor: 69000,
    deliveryChargeMinor: 5000,
    images: [
      'https://images.example.com/catalog/el-ktl-15.jpg',
      'https://images.example.com/catalog/el-ktl-15-base.jpg',
    ],
    stock: 104,
  },
  {
    sku: 'EL-MXG-750',
    shelf: 'B-03-3',
    name: 'Mixer Grinder 750 W, 3 Jars',
    description:
      'Copper-wound motor with three speeds and pulse, overload protection and suction feet. Stainless steel jars of 1.5 L, 1 L and 400 ml. Two-year warranty on the motor.',
    category: 'Electronics',
    basePriceMinor: 289000,
    deliveryChargeMinor: 17000,
    images: [
      'https://images.example.com/catalog/el-mxg-750.jpg',
      'https://images.example.com/catalog/el-mxg-750-jars.jpg',
    ],
    stock: 35,
    planPriceMinor: { gold: 256000 },
  },
  {
    sku: 'EL-OTG-40',
    shelf: 'E-08-4',
    name: 'Oven Toaster Grill 40 L, 1800 W',
    description:
      'Table-top oven with convection fan, rotisserie, 60-minute timer and thermostat from 100 to 250 °C, 56 x 38 x 36 cm, 9.8 kg. With baking tray, wire rack and tongs. One-year warranty.',
    category: 'Electronics',
    basePriceMinor: 649000,
    deliveryChargeMinor: 42000,
    images: [
      'https://images.example.com/catalog/el-otg-40.jpg',
      'https://images.example.com/catalog/el-otg-40-open.jpg',
      'https://images.example.com/catalog/el-otg-40-accessories.jpg',
    ],
    stock: 8,
  },
];
