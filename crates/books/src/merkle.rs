//! The RFC 6962 tree over the leaf hashes of a journal, and the proofs of RFC 9162.
//!
//! A root of 32 bytes stands for a whole journal. A few hashes are enough to prove to anyone who kept the roots that a
//! line is in the journal, or that the journal has only grown since an earlier root. They need neither the journal nor
//! trust in whoever keeps it. A proof says nothing about the length of the journal: a size and a root belong together,
//! and a [`Checkpoint`](crate::Checkpoint) binds them.

use crate::hash::Hash;
use serde::{Deserialize, Serialize};

/// The number of leaves in a block. A tree remembers the root of every full block, so that a proof needs only the
/// leaves of two blocks. It is a power of two, so that a block is a subtree.
pub const BLOCK: u64 = 1 << HEIGHT;
const HEIGHT: u32 = 10;

/// A growing tree. It stores only the roots of its perfect subtrees, the largest first, one for each set bit of its
/// size; and the roots of its blocks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    size: u64,
    edge: Vec<Hash>,
    blocks: Vec<Hash>,
}

impl Tree {
    /// A tree without leaves.
    pub fn new() -> Tree {
        Tree::default()
    }

    /// The number of leaves.
    pub const fn len(&self) -> u64 {
        self.size
    }

    /// Whether it has no leaf yet.
    pub const fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Appends a leaf. Two perfect subtrees of the same size merge into one of twice the size, like a carry in binary
    /// counting.
    pub fn append(&mut self, leaf: Hash) {
        let mut right = leaf;
        for height in 1..=self.size.trailing_ones() {
            let left = self.edge.pop().expect("a subtree for each bit of the size");
            right = Hash::node(left, right);
            if height == HEIGHT {
                self.blocks.push(right);
            }
        }
        self.edge.push(right);
        self.size += 1;
    }

    /// The roots of its perfect subtrees, the largest first.
    pub fn edge(&self) -> &[Hash] {
        &self.edge
    }

    /// The tree with this size, edge and blocks; `None` if they do not belong together.
    pub fn restore(size: u64, edge: Vec<Hash>, blocks: Vec<Hash>) -> Option<Tree> {
        let of = |count: u64| usize::try_from(count).ok();
        if edge.len() != size.count_ones() as usize || blocks.len() != of(size / BLOCK)? {
            return None;
        }
        // The subtrees made of whole blocks come first in the edge, and must match the blocks under them.
        let whole: Tree = blocks.iter().copied().collect();
        edge.starts_with(&whole.edge).then_some(Tree { size, edge, blocks })
    }

    /// The tree with this size and edge, without blocks: enough for callers that prove nothing about single lines.
    /// `None` if the two do not belong together.
    pub fn of_edge(size: u64, edge: Vec<Hash>) -> Option<Tree> {
        (edge.len() == size.count_ones() as usize).then_some(Tree { size, edge, blocks: Vec::new() })
    }

    /// The roots of all full blocks.
    pub fn blocks(&self) -> &[Hash] {
        &self.blocks
    }

    /// The hash that stands for all leaves in order.
    pub fn root(&self) -> Hash {
        let mut subtrees = self.edge.iter().rev().copied();
        match subtrees.next() {
            None => Hash::of(&[]),
            Some(last) => subtrees.fold(last, |right, left| Hash::node(left, right)),
        }
    }
}

impl Extend<Hash> for Tree {
    fn extend<I: IntoIterator<Item = Hash>>(&mut self, leaves: I) {
        leaves.into_iter().for_each(|leaf| self.append(leaf));
    }
}

impl FromIterator<Hash> for Tree {
    fn from_iter<I: IntoIterator<Item = Hash>>(leaves: I) -> Tree {
        let mut tree = Tree::new();
        tree.extend(leaves);
        tree
    }
}

/// The root over these leaves.
pub fn root(leaves: &[Hash]) -> Hash {
    leaves.iter().copied().collect::<Tree>().root()
}

/// Where a tree of two or more leaves splits: the largest power of two below its size.
const fn part(size: usize) -> usize {
    1 << (size - 1).ilog2()
}

/// A proof that a leaf is in a tree: the sibling hashes on the way from the leaf to the root.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inclusion {
    /// The sibling hashes, from the leaf upwards.
    pub path: Vec<Hash>,
}

impl Inclusion {
    /// The proof for the leaf with this index; `None` if there is no such leaf.
    pub fn prove(leaves: &[Hash], index: usize) -> Option<Inclusion> {
        if index >= leaves.len() {
            return None;
        }
        let (mut leaves, mut index, mut path) = (leaves, index, Vec::new());
        while leaves.len() > 1 {
            let (left, right) = leaves.split_at(part(leaves.len()));
            let (way, other) = if index < left.len() { (left, right) } else { (right, left) };
            if index >= left.len() {
                index -= left.len();
            }
            path.push(root(other));
            leaves = way;
        }
        path.reverse();
        Some(Inclusion { path })
    }

    /// The same for callers that have only the leaves of the block with this leaf, and the roots of all blocks. The
    /// last block may be partial; its root then covers the leaves up to the end of the tree. A tree of several blocks
    /// always splits between blocks.
    pub fn prove_in(block: &[Hash], index: u64, roots: &[Hash]) -> Option<Inclusion> {
        let [inner, outer] = [index % BLOCK, index / BLOCK].map(|at| usize::try_from(at).ok());
        let Inclusion { mut path } = Inclusion::prove(block, inner?)?;
        path.extend(Inclusion::prove(roots, outer?)?.path);
        Some(Inclusion { path })
    }

    /// Whether this leaf has this index in the tree of this size and root (RFC 9162, 2.1.3.2).
    pub fn verify(&self, leaf: Hash, index: u64, size: u64, root: Hash) -> bool {
        if index >= size {
            return false;
        }
        let (mut at, mut last, mut hash) = (index, size - 1, leaf);
        for &other in &self.path {
            if last == 0 {
                return false;
            }
            if at % 2 == 1 || at == last {
                hash = Hash::node(other, hash);
                let up = climb(at);
                (at, last) = (at >> up, last >> up);
            } else {
                hash = Hash::node(hash, other);
            }
            (at, last) = (at >> 1, last >> 1);
        }
        last == 0 && hash == root
    }
}

/// How many levels a node at the right edge rises without a sibling: as long as it is a left child and not the root.
const fn climb(at: u64) -> u32 {
    if at == 0 { 0 } else { at.trailing_zeros() }
}

/// A proof that a tree has only grown: the hashes from which both the earlier root and the later one can be computed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consistency {
    /// Roots of subtrees, from the bottom upwards.
    pub path: Vec<Hash>,
}

impl Consistency {
    /// The proof that the tree over the first `earlier` leaves grew into the tree over all of them; `None` if there are
    /// fewer leaves than that.
    pub fn prove(leaves: &[Hash], earlier: usize) -> Option<Consistency> {
        if earlier > leaves.len() {
            return None;
        }
        let (mut leaves, mut earlier, mut path) = (leaves, earlier, Vec::new());
        // A subtree that the verifier already knows as the whole earlier tree is not repeated. The empty tree is a
        // prefix of every tree, so its proof is empty.
        let mut known = true;
        while 0 < earlier && earlier < leaves.len() {
            let (left, right) = leaves.split_at(part(leaves.len()));
            if earlier <= left.len() {
                path.push(root(right));
                leaves = left;
            } else {
                path.push(root(left));
                (leaves, earlier, known) = (right, earlier - left.len(), false);
            }
        }
        if !known {
            path.push(root(leaves));
        }
        path.reverse();
        Some(Consistency { path })
    }

    /// Whether the tree with the later size and root begins with the tree of the earlier ones (RFC 9162, 2.1.4.2).
    pub fn verify(&self, (earlier, old): (u64, Hash), (later, new): (u64, Hash)) -> bool {
        if earlier == 0 || earlier == later {
            let same = if earlier == 0 { Hash::of(&[]) } else { new };
            return self.path.is_empty() && old == same && (later > 0 || new == same);
        }
        if earlier > later {
            return false;
        }
        let told = self.path.iter().copied();
        let mut path = earlier.is_power_of_two().then_some(old).into_iter().chain(told);
        let Some(first) = path.next() else { return false };
        let up = (earlier - 1).trailing_ones();
        let (mut at, mut last) = ((earlier - 1) >> up, (later - 1) >> up);
        let (mut before, mut after) = (first, first);
        for other in path {
            if last == 0 {
                return false;
            }
            if at % 2 == 1 || at == last {
                (before, after) = (Hash::node(other, before), Hash::node(other, after));
                let up = climb(at);
                (at, last) = (at >> up, last >> up);
            } else {
                after = Hash::node(after, other);
            }
            (at, last) = (at >> 1, last >> 1);
        }
        last == 0 && before == old && after == new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test data shared by implementations of certificate transparency.
    fn known() -> Vec<Hash> {
        ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
            .map(|hex| {
                let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
                Hash::leaf(&bytes.collect::<Result<Vec<u8>, _>>().expect("hexadecimal"))
            })
            .to_vec()
    }

    const ROOTS: [&str; 9] = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];

    const N1: &str = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7";
    const N23: &str = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e";
    const N4567: &str = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4";
    const N4: &str = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b";
    const N45: &str = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a";
    const N67: &str = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0";
    const N0123: &str = ROOTS[4];

    fn hashes(texts: &[&str]) -> Vec<Hash> {
        texts.iter().map(|text| text.parse().expect("a hash")).collect()
    }

    #[test]
    fn known_roots() {
        let (leaves, mut tree) = (known(), Tree::new());
        for (size, text) in ROOTS.iter().enumerate() {
            assert_eq!(tree.root().to_string(), *text, "size {size}");
            assert_eq!((tree.len(), tree.is_empty()), (size as u64, size == 0));
            assert_eq!(root(&leaves[..size]), tree.root());
            tree.extend(leaves.get(size).copied());
        }
    }

    #[test]
    fn known_paths() {
        let leaves = known();
        for (index, size, path) in [
            (0, 1, vec![]),
            (0, 8, vec![N1, N23, N4567]),
            (5, 8, vec![N4, N67, N0123]),
            (2, 3, vec![ROOTS[2]]),
            (1, 5, vec![ROOTS[1], N23, N4]),
        ] {
            let proof = Inclusion::prove(&leaves[..size], index).expect("a leaf");
            assert_eq!(proof.path, hashes(&path), "leaf {index} of {size}");
        }
        for (earlier, later, path) in [
            (1, 1, vec![]),
            (1, 8, vec![N1, N23, N4567]),
            (6, 8, vec![N45, N67, N0123]),
            (2, 5, vec![N23, N4]),
        ] {
            let proof = Consistency::prove(&leaves[..later], earlier).expect("an earlier tree");
            assert_eq!(proof.path, hashes(&path), "{earlier} to {later}");
        }
    }

    /// The definition in RFC 6962, 2.1, taken literally.
    fn defined(leaves: &[Hash]) -> Hash {
        match leaves {
            [] => Hash::of(&[]),
            [leaf] => *leaf,
            _ => {
                let (left, right) = leaves.split_at(part(leaves.len()));
                Hash::node(defined(left), defined(right))
            }
        }
    }

    fn leaves(size: u8) -> Vec<Hash> {
        (0..size).map(|n| Hash::leaf(&[n])).collect()
    }

    /// Every way to corrupt a path slightly.
    fn spoilt(path: &[Hash]) -> Vec<Vec<Hash>> {
        let mut all = Vec::new();
        for at in 0..path.len() {
            let mut flipped = path.to_vec();
            flipped[at].0[(at * 7) % 32] ^= 1 << (at % 8);
            all.push(flipped);
            let mut dropped = path.to_vec();
            dropped.remove(at);
            all.push(dropped);
            if at > 0 {
                let mut swapped = path.to_vec();
                swapped.swap(at, at - 1);
                all.push(swapped);
            }
        }
        for at in 0..=path.len() {
            for extra in path.last().copied().into_iter().chain([Hash::ZERO]) {
                let mut longer = path.to_vec();
                longer.insert(at, extra);
                all.push(longer);
            }
        }
        all.retain(|other| other != path);
        all
    }

    #[test]
    fn every_leaf_is_proved_and_no_spoilt_proof_passes() {
        let all = leaves(64);
        let roots: Vec<Hash> = (0..=64).map(|size| defined(&all[..size])).collect();
        assert!((0..=64).all(|size| root(&all[..size]) == roots[size]));
        for size in 1..=64usize {
            assert_eq!(Inclusion::prove(&all[..size], size), None);
            for index in 0..size {
                let proof = Inclusion::prove(&all[..size], index).expect("a leaf");
                let (at, of, leaf, root) = (index as u64, size as u64, all[index], roots[size]);
                assert!(proof.verify(leaf, at, of, root), "leaf {index} of {size}");
                for path in spoilt(&proof.path) {
                    assert!(!Inclusion { path }.verify(leaf, at, of, root), "leaf {index} of {size}");
                }
                // Hashing is slow in debug builds, so for large trees only the most similar indices and sizes are
                // tried.
                let alike = |a: usize, b: usize| a != b && (size <= 20 || (a ^ b).is_power_of_two());
                for (other, &its) in roots.iter().enumerate() {
                    assert!(!alike(other, index) || !proof.verify(leaf, other as u64, of, root));
                    assert!(!alike(other, size) || !proof.verify(leaf, at, other as u64, its));
                }
                assert!(!proof.verify(all[(index + 1) % 64], at, of, root));
                assert!(!proof.verify(leaf, at, of, roots[size - 1]));
            }
        }
    }

    #[test]
    fn two_blocks_of_leaves_prove_what_all_leaves_prove() {
        let block = usize::try_from(BLOCK).expect("small");
        let all: Vec<Hash> = (0..5 * block + 3).map(|n| Hash::leaf(&n.to_le_bytes())).collect();
        let parts: Vec<Hash> = all.chunks(block).map(root).collect();
        for size in [1, 7, block - 1, block, block + 1, 3 * block, 4 * block + 1, 5 * block, 5 * block + 3] {
            let tree: Tree = all[..size].iter().copied().collect();
            assert_eq!(tree.blocks(), &parts[..size / block]);
            let last = &all[size / block * block..size];
            let mut roots = tree.blocks().to_vec();
            roots.extend((!last.is_empty()).then(|| root(last)));
            for index in [0, 1, block - 1, block, 2 * block + 5, 4 * block, size - 1, size] {
                let from = (index / block * block).min(size);
                let own = &all[from..size.min(from + block)];
                let proof = Inclusion::prove_in(own, index as u64, &roots);
                assert_eq!(proof, Inclusion::prove(&all[..size], index), "leaf {index} of {size}");
            }
        }
    }

    #[test]
    fn every_growth_is_proved_and_no_spoilt_proof_passes() {
        let all = leaves(64);
        let roots: Vec<Hash> = (0..=64).map(|size| root(&all[..size])).collect();
        let head = |size: usize| (size as u64, roots[size]);
        for later in 0..=64 {
            assert_eq!(Consistency::prove(&all[..later], later + 1), None);
            for earlier in 0..=later {
                let proof = Consistency::prove(&all[..later], earlier).expect("an earlier tree");
                assert!(proof.verify(head(earlier), head(later)), "{earlier} to {later}");
                for path in spoilt(&proof.path) {
                    let passes = Consistency { path }.verify(head(earlier), head(later));
                    assert!(!passes, "{earlier} to {later}");
                }
                // A proof from the empty tree claims nothing about what it grew into.
                let claims = |a: usize, b: usize| (a, b) != (earlier, later) && a != 0 && a != b;
                for other in
                    (0..=64usize).filter(|&n| later <= 20 || n.abs_diff(earlier).min(n.abs_diff(later)) < 3)
                {
                    assert!(!claims(other, later) || !proof.verify(head(other), head(later)));
                    assert!(!claims(earlier, other) || !proof.verify(head(earlier), head(other)));
                }
                if earlier != 0 && earlier != later {
                    let (old, new) = (head(earlier), head(later));
                    assert!(!proof.verify((old.0, roots[earlier - 1]), new));
                    assert!(!proof.verify(old, (new.0, roots[later - 1])));
                }
            }
        }
        assert!(!Consistency { path: vec![] }.verify((3, roots[3]), (3, roots[4])));
        assert!(!Consistency { path: vec![] }.verify((0, roots[1]), head(5)));
        assert!(!Consistency { path: vec![] }.verify((0, roots[0]), (0, roots[1])));
    }

    #[test]
    fn a_rewritten_journal_does_not_follow_from_its_past() {
        let (all, size) = (leaves(40), 40);
        for earlier in 1..size {
            for changed in 0..earlier {
                let mut other = all.clone();
                other[changed] = Hash::leaf(b"another line");
                let proof = Consistency::prove(&other, earlier).expect("an earlier tree");
                let (old, new) = ((earlier as u64, root(&all[..earlier])), (size as u64, root(&other)));
                assert!(!proof.verify(old, new), "line {changed} after {earlier}");
            }
        }
    }

    #[test]
    fn huge_sizes_end() {
        let proof = Inclusion { path: vec![Hash::ZERO; 100] };
        assert!(!proof.verify(Hash::ZERO, u64::MAX - 1, u64::MAX, Hash::ZERO));
        let proof = Consistency { path: vec![Hash::ZERO; 100] };
        assert!(!proof.verify((u64::MAX - 1, Hash::ZERO), (u64::MAX, Hash::ZERO)));
        assert!(!proof.verify((1 << 63, Hash::ZERO), (u64::MAX, Hash::ZERO)));
    }

    #[test]
    fn proofs_are_written_in_hexadecimal() {
        let proof = Inclusion::prove(&known()[..2], 0).expect("a leaf");
        let text = serde_json::to_string(&proof).expect("JSON");
        assert_eq!(text, format!("{{\"path\":[\"{N1}\"]}}"));
        assert_eq!(serde_json::from_str::<Inclusion>(&text).expect("a proof"), proof);
        assert!(serde_json::from_str::<Inclusion>(&text.to_uppercase()).is_err());
    }
}
