;; Finds where records end: follows strings and nesting through the bytes of a JSON array of objects, sixteen at a time.
;; `scripts/scanner.ts` turns this text into record_scanner.generated.ts; record_scanner.ts tells how it is used.
(module
  ;; Two pages: the piece to scan, and behind it room for a last block that reaches past its end.
  (memory (export "memory") 2)

  ;; How deep the next byte lies: 0 is between records.
  (global $depth (export "depth") (mut i32) (i32.const 0))
  ;; -1, all bits set, when the next byte lies inside a string.
  (global $inString (mut i32) (i32.const 0))
  ;; 1 when the byte before was a backslash that escapes the next one.
  (global $escaped (mut i32) (i32.const 0))
  ;; Where the record that is being read began; -1 when that was in an earlier piece.
  (global $start (export "start") (mut i32) (i32.const -1))
  ;; Records that have ended.
  (global $count (export "count") (mut i32) (i32.const 0))
  ;; 1 when `scan` came back because of the end of a record.
  (global $closed (export "closed") (mut i32) (i32.const 0))

  ;; Reads from $at, which lies inside a record, towards $end. Comes back with the position behind the first record that
  ;; ends behind $until, or with that of something between records that is neither space nor comma nor the next record,
  ;; or with $end.
  (func (export "scan") (param $at i32) (param $end i32) (param $until i32) (result i32)
    (local $block v128)
    (local $lower v128)
    (local $length i32)
    (local $valid i32)
    (local $escapes i32)
    (local $escapedBits i32)
    (local $bit i32)
    (local $quotes i32)
    (local $inside i32)
    (local $outside i32)
    (local $opening i32)
    (local $closing i32)
    (local $depth i32)
    (local $inString i32)
    (local $escaped i32)
    (local $braces i32)
    (local $byte i32)
    (global.set $closed (i32.const 0))
    (local.set $depth (global.get $depth))
    (local.set $inString (global.get $inString))
    (local.set $escaped (global.get $escaped))
    (loop $blocks
      (if (i32.ge_s (local.get $at) (local.get $end))
        (then
          (global.set $depth (local.get $depth))
          (global.set $inString (local.get $inString))
          (global.set $escaped (local.get $escaped))
          (return (local.get $end))))
      (local.set $block (v128.load (local.get $at)))
      (local.set $length (i32.sub (local.get $end) (local.get $at)))
      (if (i32.gt_s (local.get $length) (i32.const 16)) (then (local.set $length (i32.const 16))))
      (local.set $valid (i32.sub (i32.shl (i32.const 1) (local.get $length)) (i32.const 1)))

      ;; Bit i of $escapedBits: byte i is escaped. A backslash that is escaped itself escapes nothing.
      (local.set $escapedBits (local.get $escaped))
      (local.set $escaped (i32.const 0))
      (local.set $escapes
        (i32.and
          (i32.and
            (i8x16.bitmask (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x5c))))
            (local.get $valid))
          (i32.xor (local.get $escapedBits) (i32.const -1))))
      (if (i32.or (local.get $escapes) (local.get $escapedBits))
        (then
          (block $noneLeft
            (loop $eachEscape
              (br_if $noneLeft (i32.eqz (local.get $escapes)))
              (local.set $bit (i32.ctz (local.get $escapes)))
              (local.set $escapedBits
                (i32.or (local.get $escapedBits) (i32.shl (i32.const 2) (local.get $bit))))
              (local.set $escapes
                (i32.and
                  (local.get $escapes)
                  (i32.xor (i32.shl (i32.const 3) (local.get $bit)) (i32.const -1))))
              (br $eachEscape)))
          (local.set $escaped
            (i32.and (i32.shr_u (local.get $escapedBits) (local.get $length)) (i32.const 1)))))

      ;; Bit i of $inside: byte i lies inside a string, its opening quote included and its closing quote not. Each quote
      ;; flips all bits from its own on.
      (local.set $quotes
        (i32.and
          (i32.and
            (i8x16.bitmask (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x22))))
            (local.get $valid))
          (i32.xor (local.get $escapedBits) (i32.const -1))))
      (local.set $inside (i32.xor (local.get $quotes) (i32.shl (local.get $quotes) (i32.const 1))))
      (local.set $inside (i32.xor (local.get $inside) (i32.shl (local.get $inside) (i32.const 2))))
      (local.set $inside (i32.xor (local.get $inside) (i32.shl (local.get $inside) (i32.const 4))))
      (local.set $inside (i32.xor (local.get $inside) (i32.shl (local.get $inside) (i32.const 8))))
      (local.set $inside (i32.xor (local.get $inside) (local.get $inString)))
      ;; An odd number of quotes turns it around for the next block. (Not read off $inside: that would make each block
      ;; wait for the one before.)
      (local.set $inString
        (i32.xor
          (local.get $inString)
          (i32.sub (i32.const 0) (i32.and (i32.popcnt (local.get $quotes)) (i32.const 1)))))

      ;; { and [ differ from each other in the one bit that is set here, } and ] too.
      (local.set $lower (v128.or (local.get $block) (i8x16.splat (i32.const 0x20))))
      (local.set $outside
        (i32.and (i32.xor (local.get $inside) (i32.const -1)) (local.get $valid)))
      (local.set $opening
        (i32.and
          (i8x16.bitmask (i8x16.eq (local.get $lower) (i8x16.splat (i32.const 0x7b))))
          (local.get $outside)))
      (local.set $closing
        (i32.and
          (i8x16.bitmask (i8x16.eq (local.get $lower) (i8x16.splat (i32.const 0x7d))))
          (local.get $outside)))

      ;; With fewer closing braces than levels no record can end here, and only their numbers matter.
      (if (i32.lt_s (i32.popcnt (local.get $closing)) (local.get $depth))
        (then
          (local.set $depth
            (i32.sub
              (i32.add (local.get $depth) (i32.popcnt (local.get $opening)))
              (i32.popcnt (local.get $closing))))
          (local.set $at (i32.add (local.get $at) (local.get $length)))
          (br $blocks)))
      (local.set $braces (i32.or (local.get $opening) (local.get $closing)))
      (block $noBracesLeft
        (loop $eachBrace
          (br_if $noBracesLeft (i32.eqz (local.get $braces)))
          (local.set $bit (i32.ctz (local.get $braces)))
          (local.set $braces
            (i32.and (local.get $braces) (i32.sub (local.get $braces) (i32.const 1))))
          (if (i32.and (i32.shr_u (local.get $opening) (local.get $bit)) (i32.const 1))
            (then
              (local.set $depth (i32.add (local.get $depth) (i32.const 1)))
              (br $eachBrace)))
          (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
          (br_if $eachBrace (local.get $depth))

          ;; A record has ended. What the rest of the block looked like from inside it does not count.
          (local.set $inString (i32.const 0))
          (local.set $escaped (i32.const 0))
          (global.set $depth (i32.const 0))
          (global.set $inString (i32.const 0))
          (global.set $escaped (i32.const 0))
          (global.set $count (i32.add (global.get $count) (i32.const 1)))
          (local.set $at (i32.add (i32.add (local.get $at) (local.get $bit)) (i32.const 1)))
          (if (i32.gt_s (local.get $at) (local.get $until))
            (then
              (global.set $closed (i32.const 1))
              (return (local.get $at))))
          (global.set $start (i32.const -1))
          (loop $between
            (if (i32.ge_s (local.get $at) (local.get $end)) (then (return (local.get $end))))
            (local.set $byte (i32.load8_u (local.get $at)))
            (if (i32.eq (local.get $byte) (i32.const 0x7b))
              (then
                (global.set $start (local.get $at))
                (local.set $depth (i32.const 1))
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (br $blocks)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br_if $between
              (i32.or
                (i32.or
                  (i32.eq (local.get $byte) (i32.const 0x2c))
                  (i32.eq (local.get $byte) (i32.const 0x20)))
                (i32.or
                  (i32.or
                    (i32.eq (local.get $byte) (i32.const 0x0a))
                    (i32.eq (local.get $byte) (i32.const 0x0d)))
                  (i32.eq (local.get $byte) (i32.const 0x09))))))
          (return (i32.sub (local.get $at) (i32.const 1)))))
      (local.set $at (i32.add (local.get $at) (local.get $length)))
      (br $blocks))
    (unreachable))

  ;; Looks from $at for a byte $first that has a byte $last $distance behind it. Comes back with the position of the
  ;; first such pair that begins before $end, or with $end.
  (func (export "find")
    (param $at i32) (param $end i32) (param $first i32) (param $last i32) (param $distance i32)
    (result i32)
    (local $firsts v128)
    (local $lasts v128)
    (local $found i32)
    (local.set $firsts (i8x16.splat (local.get $first)))
    (local.set $lasts (i8x16.splat (local.get $last)))
    (loop $blocks
      (if (i32.ge_s (local.get $at) (local.get $end)) (then (return (local.get $end))))
      (local.set $found
        (i8x16.bitmask
          (v128.and
            (i8x16.eq (v128.load (local.get $at)) (local.get $firsts))
            (i8x16.eq
              (v128.load (i32.add (local.get $at) (local.get $distance)))
              (local.get $lasts)))))
      (if (local.get $found)
        (then
          (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $found))))
          (if (i32.gt_s (local.get $at) (local.get $end)) (then (return (local.get $end))))
          (return (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br $blocks))
    (unreachable)))
